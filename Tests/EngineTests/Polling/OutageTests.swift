import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md section 7: what becomes of polling while it fails.
@Suite struct OutageTests {
  init() {
    EventLoopThread.start()
  }

  /// Plays with polling on at 10 s.
  @LoopActor private func polling(_ body: (EnginePlay) throws -> Void) rethrows {
    try withEngine { play in
      play.setPolling(true, every: .seconds(10))
      try body(play)
    }
  }

  @LoopActor @Test func `consecutive failures double the wait to five minutes, and a success resets it`() {
    polling { play in
      for failures in 1...8 {
        play.state.fail()
        let start = play.timers.now
        play.advance(untilAttempt: failures + 1, of: play.state)
        let wait = play.timers.now - start
        let middle = min(Duration.seconds(10) * (1 << failures), .seconds(300))
        #expect(wait >= middle * 0.9 && wait <= min(middle * 1.1, .seconds(300)))
        #expect(play.snapshot.autoPolling.consecutiveFailures == failures)
      }
      play.state.succeed(.fleet(at: 1))
      play.advance(by: .seconds(11))
      #expect(play.state.attempts.count == 10)
      #expect(play.snapshot.autoPolling.consecutiveFailures == 0)
    }
  }

  @LoopActor @Test func `an interval of more than five minutes stays`() {
    withEngine { play in
      play.setPolling(true, every: .seconds(1_000))
      play.state.fail()
      play.advance(by: .seconds(899))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .seconds(202))
      #expect(play.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `a Retry-After that is longer than the wait is kept`() {
    withEngine { play in
      play.setPolling(true, every: .seconds(1))
      play.state.fail(.tooManyRequests(retryAfter: .seconds(120)))
      play.advance(by: .milliseconds(119_999))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .milliseconds(1))
      #expect(play.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `the first poll makes three attempts, those of an outage one each`() {
    withEngine({ $0.becomeDefault() }) { play in
      play.setPolling(true, every: .seconds(1_000))
      for _ in 1...3 {
        play.state.fail()
        play.advance(by: .seconds(1))
      }
      #expect(play.state.attempts.count == 3 && play.state.underWay == 0)
      play.advance(untilAttempt: 4, of: play.state, within: .seconds(1_200))
      play.state.fail()
      play.advance(by: .seconds(10))
      #expect(play.state.attempts.count == 4)
      // A person's refresh is as patient as ever.
      let fetch = play.fetch()
      for _ in 1...3 {
        play.state.fail()
        play.advance(by: .seconds(1))
      }
      #expect(play.state.attempts.count == 7)
      #expect(fetch.failure?.kind == .connectionLost)
    }
  }

  @LoopActor @Test func `a refresh that joins a poll of an outage makes it as patient as any`() {
    withEngine({ $0.becomeDefault() }) { play in
      play.setPolling(true, every: .seconds(10))
      play.state.fail(.notFound)
      play.advance(untilAttempt: 2, of: play.state)
      play.fetch()
      play.state.fail(.connectionLost)
      play.advance(by: .seconds(1))
      #expect(play.state.attempts.count == 3)
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `equal failures of polls are one failure, reported once`() {
    polling { play in
      play.state.fail(.serverError)
      let failure = play.changes().last?.failure
      #expect(failure?.presentation == .inline && failure?.id == "f1" && failure?.operation == .autoPoll)
      for count in 2...40 {
        play.advance(untilAttempt: count, of: play.state, within: .seconds(400))
        play.state.fail(.serverError)
      }
      #expect(play.changes().isEmpty)
      #expect(play.snapshot.autoPolling.consecutiveFailures == 40)
      #expect(play.snapshot.failure?.id == "f1")
    }
  }

  @LoopActor @Test func `another failure is reported`() {
    polling { play in
      play.state.fail(.serverError)
      play.advance(untilAttempt: 2, of: play.state)
      play.state.fail(.timeout)
      #expect(play.changes().last?.failure?.id == "f2")
    }
  }

  @LoopActor @Test func `a poll that a caller joined is the caller's failure`() {
    polling { play in
      play.state.succeed(.fleet(at: 1))
      play.advance(untilAttempt: 2, of: play.state)
      let fetch = play.fetch()
      play.state.fail()
      #expect(fetch.failure?.presentation == .alert)
    }
  }

  @LoopActor @Test func `a poll whose caller has left is nobody's`() {
    polling { play in
      play.fetch().cancel()
      _ = play.changes()
      play.state.fail()
      #expect(play.changes().last?.failure?.operation == .autoPoll)
    }
  }

  @LoopActor @Test func `a caller's own failures do not slow the polls`() {
    polling { play in
      play.state.succeed(.fleet(at: 1))
      for _ in 1...5 {
        play.fetch()
        play.state.fail(.notFound)
      }
      #expect(play.snapshot.autoPolling.consecutiveFailures == 0)
      play.advance(by: .seconds(11))
      #expect(play.state.attempts.count == 7)
    }
  }

  @LoopActor @Test func `keepTrying is not offered where polling is on already`() {
    polling { play in
      play.state.fail(.serverError)
      let failure = play.changes().last?.failure
      #expect(failure != nil && failure?.optionIDs.contains(.keepTrying) == false)
    }
  }
}
