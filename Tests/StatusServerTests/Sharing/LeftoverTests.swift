import EngineTestSupport
import StatusCore
import TestSupport
import Testing

@testable import Engine
@testable import Reactor
@testable import StatusServer

/// What sessions leave behind that have ended: nothing.
@Suite struct LeftoverTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `ten thousand sessions leave nothing behind, however they end`() async throws {
    let stage = LeftoverStage()
    for number in 0..<10_000 {
      stage.play(number)
      // What was marked in a turn is kept to its end.
      if number % 100 == 99 { await LoopActor.shared.loop.nextTurn() }
    }
    #expect(stage.remains.count == 10_000 && stage.remains.first { !$0.isGone }?.what == nil)
    #expect(stage.server.sessions.sessions == 0 && stage.server.sessions.sessionsTotal == 10_000)
    #expect(stage.server.sessions.inFlight == 0)
    // No fetch, no subscription of the location, no wish to poll, no wait and no timer.
    #expect(stage.state.underWay == 0 && !stage.location.isRunning)
    let resource = try #require(stage.server.engine.resources[.state])
    #expect(!resource.isNeeded && resource.wakeAt == nil && !resource.snapshot.autoPolling.isEnabled)
    #expect(stage.timers.timeToNext == nil)
  }
}
