import EngineTestSupport
import Glibc
import StatusCore
import TestSupport
import Testing

@testable import Engine
@testable import Reactor
@testable import StatusServer

/// What is true of all sessions of a server, whatever happens.
@Suite(.timeLimit(.minutes(10))) struct SharedPropertyTests {
  init() {
    EventLoopThread.start()
  }

  /// Turns look at the sessions alone that were marked, so one that is forgotten would wait for ever.
  @LoopActor @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `no output waits unmarked, and no end of input goes unseen`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = SharedStage()
    var (peers, ended): ([Peer], [Peer]) = ((0..<4).map { _ in stage.peer() }, [])
    for step in 1...150 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: peers.append(stage.peer())
      case 1 where peers.count > 1:
        let index = Int.random(in: 0..<peers.count, using: &random)
        peers[index].endInput()
        ended.append(peers.remove(at: index))
      case 2: if stage.location.isRunning { stage.location.move(to: Double(step % 80)) }
      case 3: if stage.state.underWay > 0 { stage.state.succeed(.fleet(at: Double(step % 80))) }
      case 4: if stage.state.underWay > 0 { stage.state.fail(.serverError) }
      default: Self.ask(peers.randomElement(using: &random), step, Int.random(in: 0..<6, using: &random))
      }
      await stage.settle()
      for peer in peers where peer.statuses.isEmpty {
        #expect(!peer.session.outbox.isWaiting, "seed \(seed), step \(step)")
        #expect(peer.session.statistics.backlog == 0, "seed \(seed), step \(step)")
        _ = try peer.read()
      }
    }
    for peer in peers { peer.endInput() }
    if stage.state.underWay > 0 { stage.state.succeed(.fleet(at: 1)) }
    await stage.loop.turns { (peers + ended).allSatisfy { $0.statuses.count == 1 } }
  }

  @LoopActor private static func ask(_ peer: Peer?, _ step: Int, _ what: Int) {
    let id = "\(step)"
    switch what {
    case 0: peer?.call("setAutoPolling", "[true, \(100 + step)]", id: id)
    case 1: peer?.call("setAutoPolling", "[false]", id: id)
    case 2: peer?.call("openScreen", id: id)
    case 3: peer?.call("closeScreen", #"["s1"]"#, id: id)
    case 4: peer?.call("subscribeLocation", id: id)
    default: peer?.call("refresh", id: id)
    }
  }

  @Test func `ten thousand sessions leave nothing behind`() async {
    // In a process of its own: other tests have descriptors, watches and timers of theirs.
    await #expect(processExitsWith: .exitCode(5)) {
      EventLoopThread.start()
      exit(await Self.leavesNothing(after: 1_000) ? 5 : 6)
    }
  }

  /// Ten sessions come and go so many times, each with one of everything.
  @LoopActor private static func leavesNothing(after rounds: Int) async -> Bool {
    let stage = SharedStage()
    let first = stage.peer()
    await use([first], of: stage)
    let before = counts(of: stage)
    for _ in 0..<rounds {
      let peers = (0..<10).map { _ in stage.peer() }
      await use(peers, of: stage)
      for peer in peers { peer.connection.abandon() }
      await stage.loop.turns { peers.allSatisfy { !$0.statuses.isEmpty } }
    }
    await stage.settle()
    let after = counts(of: stage)
    first.connection.abandon()
    await stage.loop.turns { !first.statuses.isEmpty }
    let isIdle = !stage.location.isRunning && stage.state.underWay == 0
    if after != before { LastWords.write("before: \(before)\nafter: \(after)") }
    return after == before && isIdle && stage.server.sessions.sessionsTotal == rounds * 10 + 1
  }

  /// Subscribes, opens a screen, wants polls, waits for a value, and gives up a fetch.
  @LoopActor private static func use(_ peers: [Peer], of stage: SharedStage) async {
    for peer in peers {
      peer.call("subscribeLocation", id: "1")
      peer.call("openScreen", id: "2")
      peer.call("setAutoPolling", "[true, 500]", id: "3")
      peer.call("waitFor", #"{"until":{"path":"/no","exists":true}}"#, id: "4")
      peer.call("refresh", id: "5")
      peer.call("nothing", id: "6")
      peer.call("$/cancelRequest", "[5]", id: nil)
      peer.call("$/cancelRequest", "[4]", id: nil)
    }
    await stage.settle()
    if stage.state.underWay > 0 { stage.state.succeed(.fleet(at: 1)) }
    await stage.settle()
  }

  /// The entries of an object's collections.
  @LoopActor private static func parts(of object: Any) -> Int {
    Mirror(reflecting: object).children.map { Mirror(reflecting: $0.value).children.count }.reduce(0, +)
  }

  @LoopActor private static func counts(of stage: SharedStage) -> [String: Int] {
    let server = stage.server
    return [
      "sessions": server.sessions.sessions, "in flight": server.sessions.inFlight,
      "backlog": server.sessions.backlog, "watches": stage.loop.watches.count,
      "observers": parts(of: server.engine.environment.observers),
      // Cancelled ones are swept when they are most of the heap.
      "timers": max(stage.loop.timers.count, 200),
      "descriptors": OpenDescriptors.count, "fetches": stage.state.underWay,
    ]
  }
}
