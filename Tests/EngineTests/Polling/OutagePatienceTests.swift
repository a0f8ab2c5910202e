import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// A server's Retry-After counts in an outage too, though the failure is reported once.
@Suite struct OutagePatienceTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `the same failure of a poll keeps to the Retry-After that came with it`() {
    withEngine { play in
      play.setPolling(true, every: .seconds(0.1))
      play.state.fail(.status(503))
      play.advance(by: .seconds(1))
      var later = Problem.status(503)
      later.retryAfter = .seconds(4)
      play.state.fail(later)
      play.advance(by: .milliseconds(3_999))
      #expect(play.state.attempts.count == 2)
      play.advance(by: .milliseconds(1))
      #expect(play.state.attempts.count == 3)
    }
  }

  @LoopActor @Test func `tryLater is not a moment too early for the server`() {
    withEngine { play in
      play.advance(by: .microseconds(1_900))
      play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      // Half a millisecond that the time of day does not show.
      play.advance(by: .microseconds(200))
      let recovery = play.choose(.tryLater)
      play.advance(by: .seconds(31))
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }
}
