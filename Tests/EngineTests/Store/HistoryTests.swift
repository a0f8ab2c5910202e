import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// What is remembered of past fetches.
@Suite struct HistoryTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a cancelled fetch is none`() {
    withEngine { play in
      play.fetch().cancel()
      play.settle()
      #expect(play.history.isEmpty)
    }
  }

  @LoopActor @Test func `a fetch that a fence refuses is none`() {
    withEngine { play in
      play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(60)))
      #expect(play.fetch().failure?.kind == .tooManyRequests)
      #expect(play.history.map(\.outcome) == [.failed(.tooManyRequests)])
    }
  }

  @LoopActor @Test func `a failure that is held had ended before`() {
    withEngine({ $0.minimumRequestTime = .seconds(1) }) { play in
      play.fetch()
      play.advance(by: .milliseconds(100))
      play.state.fail()
      play.advance(by: .seconds(1))
      #expect(play.history.map(\.endedAt.rfc3339) == ["2000-01-01T00:00:00.100Z"])
      #expect(play.history.map(\.duration) == [.milliseconds(100)])
    }
  }

  @LoopActor @Test func `attempts are counted, and their waits belong to the duration`() throws {
    try withEngine({ $0.resources[0].policy.retry.maxAttempts = 2 }) { play in
      play.fetch()
      play.state.fail()
      play.advance(untilAttempt: 2, of: play.state)
      play.advance(by: .seconds(1))
      play.state.succeed(.fleet(at: 1))
      let sample = try #require(play.history.first)
      #expect(sample.attempts == 2 && sample.duration >= .seconds(1))
    }
  }

  @LoopActor @Test func `a fetch that a delivery ends began with its first attempt`() {
    withEngine(live: .insteadOfPolls, { $0.resources[0].policy.retry.maxAttempts = 2 }) { play in
      play.setPolling(true)
      play.advance(by: .seconds(5))
      play.state.deliver(.fleet(at: 0))
      play.fetch()
      play.advance(by: .seconds(1))
      play.state.fail()
      // Between its two attempts.
      play.state.deliver(.fleet(at: 1))
      play.settle()
      #expect(play.history.map(\.outcome) == [.ok, .ok] && play.history.map(\.attempts) == [2, 1])
      #expect(play.history.map(\.duration) == [.seconds(1), .zero])
    }
  }
}
