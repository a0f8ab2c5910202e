import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md section 7: a fetch is up to three attempts, and only what can help is repeated.
@Suite struct AttemptsTests {
  init() {
    EventLoopThread.start()
  }

  /// Fails every attempt with `problem` until the fetch is over.
  @LoopActor private func failAll(_ play: EnginePlay, _ problem: Problem) {
    for _ in 1...9 where play.state.underWay == 1 {
      play.state.fail(problem)
      play.advance(by: .seconds(5))
    }
  }

  @LoopActor @Test func `what always fails is asked three times, and is one error`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      failAll(play, Problem(.connectionLost))
      #expect(play.state.attempts.count == 3)
      #expect(fetch.failure?.kind == .connectionLost && fetch.failure?.id == "f1")
      #expect(fetch.failure?.attempts.map(\.kind) == [.connectionLost, .connectionLost, .connectionLost])
    }
  }

  @LoopActor @Test func `what fails once is asked twice, and is one success`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.state.fail()
      play.advance(by: .seconds(1))
      play.state.succeed(.fleet(at: 1))
      #expect(play.state.attempts.count == 2)
      #expect(play.words() == ["state loading 1 fetching", "state loading 2 fetching", "state loaded 3"])
      #expect(fetch.value?.words == "state loaded 3")
    }
  }

  @LoopActor @Test func `the attempt under way is reported`() {
    withEngine({ $0.becomeDefault() }) { play in
      play.fetch()
      play.state.fail()
      play.advance(by: .seconds(1))
      play.state.fail()
      play.advance(by: .seconds(1))
      let reported = play.changes()
      #expect(reported.map(\.attempt) == [1, 2, 3] && reported.map(\.maxAttempts) == [3, 3, 3])
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor
  @Test(
    arguments: [
      (Problem(.hostNotFound), 3), (Problem(.cannotConnect), 3), (Problem(.connectionLost), 3),
      (Problem(.timeout), 3), (Problem(.secureConnectionFailed), 3), (Problem(.badServerResponse), 3),
      (.status(500), 3), (.status(502), 3), (.status(503), 3), (.status(504), 3),
      (.tooManyRequests(retryAfter: .seconds(1)), 3),
      (.status(501), 1), (.status(505), 1), (Problem(.offline), 1), (Problem(.notFound), 1),
      (Problem(.badRequest), 1), (Problem(.unauthorized), 1), (Problem(.forbidden), 1),
      (Problem(.certificateInvalid), 1), (Problem(.tooManyRedirects), 1), (Problem(.bodyTooLarge), 1),
      (Problem(.missingData), 1), (Problem(.malformedData), 1), (Problem(.unexpectedShape), 1),
      (Problem(.unexpectedStatus), 1), (Problem(.fileNotFound), 1), (Problem(.commandFailed), 1),
    ] as [(Problem, Int)])
  func `only what can help is repeated`(problem: Problem, attempts: Int) {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      failAll(play, problem)
      #expect(play.state.attempts.count == attempts)
      #expect(fetch.failure?.kind == problem.kind)
    }
  }

  @LoopActor @Test func `an attempt has ten seconds, a fetch thirty`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.advance(by: .milliseconds(9_999))
      #expect(play.state.attempts.count == 1 && play.state.underWay == 1)
      play.advance(by: .milliseconds(1))
      #expect(play.state.underWay == 0)
      play.advance(untilAttempt: 3, of: play.state)
      play.advance(by: .seconds(10))
      #expect(fetch.failure?.kind == .timeout)
      #expect(fetch.failure?.attempts.map(\.kind) == [.timeout, .timeout, .timeout])
      // The third was cut short by the thirty seconds.
      #expect((fetch.failure?.attempts.last?.duration ?? .seconds(10)) < .seconds(10))
      #expect(fetch.failure?.occurredAt.rfc3339 == "2000-01-01T00:00:30.000Z")
    }
  }

  /// An attempt at the very deadline would have no time.
  @LoopActor @Test(arguments: [3, 4])
  func `no wait begins that lasts to the deadline or beyond: the real error is reported`(seconds: Int) {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch(timeout: .seconds(3))
      play.state.fail(.tooManyRequests(retryAfter: .seconds(seconds)))
      play.advance(by: .seconds(1))
      #expect(fetch.failure?.kind == .tooManyRequests)
      #expect(fetch.failure?.retryAfter == .seconds(seconds))
      #expect(play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `a wait that leaves an attempt a millisecond is waited out`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch(timeout: .seconds(3))
      play.state.fail(.tooManyRequests(retryAfter: .milliseconds(2_999)))
      play.advance(by: .milliseconds(2_999))
      #expect(play.state.attempts.count == 2)
      play.advance(by: .milliseconds(1))
      #expect(fetch.failure?.kind == .timeout)
    }
  }

  @LoopActor @Test func `a short Retry-After is waited out within the fetch`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(5)))
      play.advance(by: .milliseconds(4_999))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .milliseconds(1))
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.value?.words == "state loaded 3")
    }
  }

  @LoopActor @Test func `a fetch that is cancelled while it waits for its next attempt makes none`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.state.fail()
      fetch.cancel()
      play.advance(by: .seconds(60))
      #expect(play.words() == ["state loading 1 fetching", "state idle 2"])
      #expect(fetch.outcome == nil && play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `what an expired attempt brings is dropped`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      let late = play.state.attempts[0].completion
      play.advance(untilAttempt: 2, of: play.state)
      late?(.success(.value(.fleet(at: 9))))
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.value?.value == .fleet(at: 1))
    }
  }
}
