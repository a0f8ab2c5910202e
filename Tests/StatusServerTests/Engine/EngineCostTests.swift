import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

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
    let client = Conversation()
    let time = processorTime {
      switch crowd {
      case .callsThatSucceed:
        _ = calls(count, client)
        client.state.succeed(.fleet(at: 1))
      case .callsThatLeave:
        for ticket in calls(count, client) { ticket.cancel() }
      case .callsThatTimeOut:
        _ = calls(count, client, timeout: .seconds(1))
        client.timers.advance(by: .seconds(2)) { LoopActor.shared.loop.runUntilIdle() }
      case .subscriptions: subscriptions(count, client)
      }
    }
    #expect(client.state.underWay == 0 && !client.location.isRunning)
    return time / .nanoseconds(1)
  }

  @LoopActor private func calls(
    _ count: Int, _ client: Conversation, timeout: Duration? = nil
  ) -> [Ticket<ResourceSnapshot>] {
    guard let resource = client.session.engine.resources[.state] else { return [] }
    return (0..<count).map { _ in resource.fetch(Operation("refresh", timeout: timeout)) }
  }

  @LoopActor private func subscriptions(_ count: Int, _ client: Conversation) {
    let (location, owner) = (client.session.engine.location, client.session.owner)
    let ids = (0..<count).map { _ in location.subscribe(LocationFilter(), for: owner) }
    for id in ids { #expect(location.unsubscribe(id, of: owner)) }
  }
}
