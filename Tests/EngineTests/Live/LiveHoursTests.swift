import Reactor
import TestSupport
import Testing

/// Live sources over hours: real sockets, manual time.
@Suite(.timeLimit(.minutes(10))) struct LiveHoursTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a stream that lives is one connection all day`() async throws {
    let play = try LivePlay()
    await play.start()
    await play.open()
    await play.sendValue()
    while play.now < .seconds(86_400) {
      play.pass(.seconds(59))
      await play.sendComment()
    }
    await play.sendValue()
    play.stop()
  }

  @LoopActor @Test func `a server that is gone for hours is asked seldom, and found again`() async throws {
    let play = try LivePlay()
    await play.start()
    await play.open()
    await play.sendValue()
    await play.end()
    while play.now < .seconds(4 * 3_600) {
      await play.awaitReconnection()
      await play.refuse()
    }
    await play.awaitReconnection()
    await play.open()
    await play.sendValue()
    play.stop()
  }

  /// What a server does next.
  private enum Act: CaseIterable {
    case value, pair, unusable, problem, comment, end, silence
  }

  @LoopActor @Test(arguments: [1, 2, 3]) func `whatever a server does, the resource shows it, for hours`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let play = try LivePlay()
    await play.start()
    await play.open()
    await play.sendValue()
    while play.now < .seconds(6 * 3_600) {
      let pause = Duration.seconds(Int.random(in: 0...59, using: &random))
      play.pass(pause)
      switch Act.allCases.randomElement(using: &random) ?? .value {
      case .value: await play.sendValue()
      case .pair: await play.sendValue(before: "data: no JSON\n\n", behind: "data: {\n\n")
      case .unusable: await play.sendFailure("data: {\n\n")
      case .problem: await play.sendFailure("event: problem\ndata: {\"status\":500}\n\n")
      case .comment: await play.sendComment()
      case .end:
        await play.end()
        try await reopen(play, &random)
      case .silence:
        await play.fallSilent(for: LivePlay.silence, after: pause)
        try await reopen(play, &random)
      }
    }
    play.stop()
  }

  /// The server comes back, maybe not at the first try.
  @LoopActor private func reopen(_ play: LivePlay, _ random: inout SeededGenerator) async throws {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      await play.awaitReconnection()
      if Bool.random(using: &random) {
        await play.refuse()
      } else {
        await play.fallSilent(for: LivePlay.timeout)
      }
    }
    await play.awaitReconnection()
    await play.open()
    await play.sendValue()
  }
}
