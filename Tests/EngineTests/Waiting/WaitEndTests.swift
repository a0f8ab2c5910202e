import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Engine

/// What a wait waits out, what it shares with others, and what it leaves behind.
@Suite struct WaitEndTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Failures

  private static let failures: [(Problem, [WaitGoal.Patience])] = [
    (Problem(.connectionLost), [.transient, .all]),
    (Problem(.offline), [.transient, .all]),
    (.status(503), [.transient, .all]),
    (.tooManyRequests(retryAfter: .seconds(30)), [.transient, .all]),
    (Problem(.notFound), [.all]),
    (Problem(.malformedData), [.all]),
    (Problem(.fileNotFound), [.all]),
  ]

  @LoopActor @Test(arguments: failures, [WaitGoal.Patience.transient, .all, .none])
  func `patience says which failures are waited out`(
    row: (problem: Problem, patient: [WaitGoal.Patience]), patience: WaitGoal.Patience
  ) {
    withEngine { play in
      let wait = play.wait(for: 1, patience: patience)
      play.state.fail(row.problem)
      play.settle()
      let isPatient = row.patient.contains(patience)
      #expect(wait.isOver == !isPatient)
      #expect(wait.failure?.kind == (isPatient ? nil : row.problem.kind))
      wait.cancel()
    }
  }

  @LoopActor @Test func `the failure is that of the poll, and its options repeat the fetch`() {
    withEngine { play in
      let wait = play.wait(for: 1, patience: .none)
      play.state.fail(.connectionLost)
      play.settle()
      #expect(wait.failure?.operation == .waitFor)
      #expect(wait.failure?.id == play.snapshot.failure?.id)
      #expect(wait.failure?.optionIDs.contains(.keepTrying) == true)
      #expect(wait.failure?.optionIDs == play.snapshot.failure?.optionIDs)
      #expect(play.snapshot.failure?.operation == .autoPoll)
      let recovery = play.choose(.tryAgain, of: wait.failure?.id)
      play.state.succeed(.fleet(at: 1))
      play.settle()
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `a failure that stands already is one that comes again`() {
    withEngine { play in
      play.setPolling(true)
      play.state.fail(.notFound)
      let wait = play.wait(for: 1)
      #expect(!wait.isOver)
      play.advance(untilAttempt: 2, of: play.state)
      play.state.fail(.notFound)
      play.settle()
      #expect(wait.failure?.kind == .notFound)
      play.setPolling(false)
    }
  }

  // MARK: Polling

  @LoopActor @Test func `nobody is shown that a wait polls`() {
    withEngine { play in
      let wait = play.wait(for: 9, interval: .seconds(1))
      play.state.succeed(.fleet(at: 1))
      play.settle()
      #expect(play.snapshot.autoPolling == AutoPolling(interval: .seconds(10)))
      play.setPolling(true, every: .seconds(5))
      #expect(play.snapshot.autoPolling.isEnabled)
      #expect(play.snapshot.autoPolling.interval == .seconds(5))
      play.setPolling(false)
      #expect(!play.snapshot.autoPolling.isEnabled)
      wait.cancel()
      #expect(play.snapshot.autoPolling.interval == .seconds(5))
    }
  }

  @LoopActor @Test func `many waits cost one poller`() {
    withEngine { play in
      let waits = (1...100).map { _ in play.wait(for: 2, interval: .seconds(1)) }
      play.state.succeed(.fleet(at: 1))
      play.advance(untilAttempt: 2, of: play.state)
      play.state.succeed(.fleet(at: 2))
      play.settle()
      #expect(waits.allSatisfy { $0.value?.reason == .met })
    }
  }

  @LoopActor @Test func `a poll under way is given up with the last wait`() {
    withEngine { play in
      let first = play.wait(for: 1)
      let second = play.wait(for: 1)
      first.cancel()
      #expect(play.state.underWay == 1)
      second.cancel()
      #expect(play.state.underWay == 0)
      #expect(play.snapshot.status == .idle)
    }
  }

  @LoopActor @Test func `a poll that somebody else wants goes on`() {
    withEngine { play in
      let wait = play.wait(for: 1)
      let fetch = play.fetch()
      wait.cancel()
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 2))
      play.settle()
      #expect(fetch.value != nil)
    }
  }

  // MARK: Leaving nothing

  @LoopActor @Test func `ten thousand waits leave nothing behind`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      weak var last: ScriptedJudge?
      for number in 0..<10_000 {
        let judge = ScriptedJudge(.fleet(at: 9))
        last = judge
        let wait = play.wait(by: judge, timeout: .seconds(60))
        if number % 2 == 0 { wait.cancel() } else { play.advance(by: .seconds(60)) }
      }
      #expect(last == nil)
      #expect(play.timers.timeToNext == nil)
      #expect(play.nextDue == nil)
      #expect(!play[.state].isNeeded)
      #expect(!play.engine.environment.observers.isAwaited(.state))
    }
  }
}
