import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// A fetch that a person waits for does not fail sooner than `minimumRequestTime` after it was first asked
/// for: snapshot and everyone who joined see the failure at one moment.
@Suite struct MinimumTimeTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `snapshot and caller see a failure at the same moment, and no sooner`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.state.fail(.notFound)
      play.advance(by: .milliseconds(299))
      #expect(play.words() == ["state loading 1 fetching"] && fetch.outcome == nil)
      play.advance(by: .milliseconds(1))
      #expect(play.words() == ["state failed 2"] && fetch.failure?.kind == .notFound)
    }
  }

  @LoopActor @Test func `who joins sees it with the first, before the hold and in it`() {
    withEngine({ $0.becomeDefault() }) { play in
      let first = play.fetch()
      play.advance(by: .milliseconds(200))
      let second = play.fetch()
      play.state.fail(.notFound)
      let third = play.fetch()
      play.advance(by: .milliseconds(99))
      #expect(play.words() == ["state loading 1 fetching"])
      #expect([first, second, third].allSatisfy { $0.outcome == nil })
      play.advance(by: .milliseconds(1))
      #expect(play.words() == ["state failed 2"])
      #expect([first, second, third].allSatisfy { $0.failure?.kind == .notFound })
      #expect(play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `a failure after the minimum ends the fetch at once`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.advance(by: .milliseconds(300))
      play.state.fail(.notFound)
      #expect(fetch.failure?.kind == .notFound)
    }
  }

  @LoopActor @Test func `success is never delayed`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.value?.words == "state loaded 2")
    }
  }

  @LoopActor @Test func `a poll's failure that nobody joined is reported at once`() {
    withEngine({ $0.becomeDefault() }) { play in
      play.setPolling(true)
      play.state.fail(.notFound)
      #expect(play.words().last == "state failed 2")
    }
  }

  @LoopActor @Test func `cancelling ends the hold`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.state.fail(.notFound)
      fetch.cancel()
      #expect(play.words() == ["state loading 1 fetching", "state idle 2"])
      play.advance(by: .seconds(1))
      #expect(play.words().isEmpty && fetch.outcome == nil)
    }
  }

  @LoopActor @Test(arguments: [4, 30])
  func `the wait of tryLater counts from what the server said, not from the end of the hold`(seconds: Int) {
    withEngine({
      $0.becomeDefault()
      $0.resources[0].policy.retry.maxAttempts = 1
    }) { play in
      play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(seconds)))
      play.advance(by: .milliseconds(300))
      play.choose(.tryLater)
      play.advance(by: .seconds(seconds) - .milliseconds(301))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .milliseconds(1))
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `retry is held as well`() {
    withEngine({ $0.becomeDefault() }) { play in
      play.fetch()
      play.state.fail(.notFound)
      play.advance(by: .seconds(1))
      let retry = play.choose(.tryAgain)
      play.state.fail(.notFound)
      play.advance(by: .milliseconds(299))
      #expect(play.words().last == "state loading 3 fetching" && retry.outcome == nil)
      play.advance(by: .milliseconds(1))
      #expect(play.words() == ["state failed 4"] && retry.failure?.kind == .notFound)
    }
  }
}
