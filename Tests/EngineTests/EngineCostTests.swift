import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// One of thousands costs as much as one of hundreds; how many instructions exactly is measured by the benchmarks.
@Suite(.serialized, .timeLimit(.minutes(10))) struct EngineCostTests {
  init() {
    EventLoopThread.start()
  }

  /// What there may be thousands of.
  enum Crowd: CaseIterable {
    case callsThatSucceed, callsThatLeave, callsThatTimeOut, subscriptions
  }

  @LoopActor @Test(arguments: Crowd.allCases)
  func `one of many costs no more than one of few`(crowd: Crowd) {
    var ratios: [Double] = []
    // Once more, since another process may have taken the caches away.
    while ratios.count < 2, ratios.last ?? 3 >= 3 {
      let few = cost(of: crowd, 1_000)
      ratios.append(cost(of: crowd, 16_000) / few / 16)
    }
    #expect(ratios.contains { $0 < 3 }, "\(ratios)")
  }

  /// The processor time, as a multiple of a nanosecond, from when they come to when they have gone.
  @LoopActor private func cost(of crowd: Crowd, _ count: Int) -> Double {
    let play = EnginePlay()
    let time = processorTime {
      switch crowd {
      case .callsThatSucceed:
        _ = calls(count, play)
        play.state.succeed(.fleet(at: 1))
      case .callsThatLeave:
        for ticket in calls(count, play) { ticket.cancel() }
      case .callsThatTimeOut:
        _ = calls(count, play, timeout: .seconds(1))
        play.advance(by: .seconds(2))
      case .subscriptions: subscriptions(count, play)
      }
    }
    #expect(play.state.underWay == 0 && !play.location.isRunning)
    return time / .nanoseconds(1)
  }

  @LoopActor private func calls(
    _ count: Int, _ play: EnginePlay, timeout: Duration? = nil
  ) -> [Ticket<ResourceSnapshot>] {
    (0..<count).map { _ in play[.state].fetch(Operation("refresh", timeout: timeout)) }
  }

  @LoopActor private func subscriptions(_ count: Int, _ play: EnginePlay) {
    let (location, owner) = (play.engine.location, play.owner)
    let ids = (0..<count).map { _ in location.subscribe(LocationFilter(), for: owner) }
    for id in ids { #expect(location.unsubscribe(id, of: owner)) }
  }
}
