import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md, “Waiting”: what a wait looks at, polls and ends with.
@Suite struct WaitTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Values

  @LoopActor @Test func `a value that is there and not stale is enough, and nothing is fetched`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      let wait = play.wait(for: 1)
      #expect(wait.value?.reason == .met)
      #expect(wait.value?.waited == .zero)
      #expect(play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `a stale value is looked at once it is confirmed`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      play.fetch()
      play.state.fail(.connectionLost)
      #expect(play.snapshot.isStale)
      let wait = play.wait(for: 1)
      #expect(wait.value == nil)
      play.state.succeed(.fleet(at: 1))
      play.settle()
      #expect(wait.value?.reason == .met)
    }
  }

  @LoopActor @Test func `the first poll is at once, and the others at the interval of the wait`() {
    withEngine { play in
      let wait = play.wait(for: 3, interval: .seconds(2))
      #expect(play.state.attempts.count == 1)
      play.state.succeed(.fleet(at: 1))
      play.advance(untilAttempt: 2, of: play.state, within: .seconds(2.2))
      play.state.succeed(.fleet(at: 3))
      play.settle()
      #expect(wait.value.map { .seconds(1.8)...(.seconds(2.2)) ~= $0.waited } == true)
      play.advance(by: .seconds(100))
      #expect(play.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `what should not come ends the wait, and is looked at first`() {
    withEngine { play in
      let judge = ScriptedJudge(.fleet(at: 1), unless: .fleet(at: 1))
      let wait = play.wait(by: judge)
      play.state.succeed(.fleet(at: 1))
      play.settle()
      #expect(wait.value?.reason == .unless)
      #expect(judge.asked.map(\.question) == [0])
    }
  }

  @LoopActor @Test func `a value is not looked at again while it stays the same`() {
    withEngine { play in
      let judge = ScriptedJudge(.fleet(at: 9))
      let wait = play.wait(by: judge)
      for count in 2...4 {
        play.state.succeed(.fleet(at: 1))
        play.advance(untilAttempt: count, of: play.state)
      }
      #expect(judge.asked.count == 2)
      wait.cancel()
    }
  }

  @LoopActor @Test func `a large value is asked one question in each turn`() {
    withEngine { play in
      let large = ResourceValue(normalised: Array(#""\#(String(repeating: "x", count: 200_000))""#.utf8))
      let judge = ScriptedJudge(.fleet(at: 9))
      let wait = play.wait(by: judge)
      // The first question is asked when the value comes.
      play.state.succeed(large)
      let first = judge.asked.count
      play.settle()
      #expect(first <= 1)
      #expect(judge.asked.count == 2)
      wait.cancel()
    }
  }

  @LoopActor @Test func `the judge is shown what is there at the beginning`() {
    withEngine { play in
      let judge = ScriptedJudge(.fleet(at: 9))
      play.wait(by: judge).cancel()
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      let other = ScriptedJudge(.fleet(at: 9))
      play.wait(by: other).cancel()
      #expect(judge.beginnings == [nil])
      #expect(other.beginnings == [.fleet(at: 1)])
    }
  }

  // MARK: Time

  @LoopActor @Test func `a time-out is exact and no failure`() {
    withEngine { play in
      let wait = play.wait(for: 9, timeout: .milliseconds(1_500))
      play.state.succeed(.fleet(at: 1))
      play.advance(by: .milliseconds(1_499))
      #expect(wait.value == nil)
      play.advance(by: .milliseconds(1))
      #expect(wait.value?.reason == .timeout)
      #expect(wait.value?.waited == .milliseconds(1_500))
      #expect(wait.value?.snapshot.value == .fleet(at: 1))
    }
  }

  @LoopActor @Test(arguments: [(1.0, WaitOutcome.Reason.met), (2, .timeout)])
  func `without time what is there is looked at once, stale or not`(
    latitude: Double, reason: WaitOutcome.Reason
  ) {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      play.fetch()
      play.state.fail(.connectionLost)
      let wait = play.wait(for: latitude, timeout: .zero)
      #expect(wait.value?.reason == reason)
      #expect(play.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `a wait wakes up for its polls and its time-out alone`() {
    withEngine { play in
      let wait = play.wait(for: 9, interval: .seconds(10), timeout: .seconds(60))
      play.state.succeed(.fleet(at: 1))
      play.settle()
      #expect(play.timers.timeToNext == play.nextDue.map { $0 - play.timers.now })
      wait.cancel()
      #expect(play.timers.timeToNext == nil)
    }
  }
}

extension EnginePlay {
  /// Waits for the fleet at a latitude.
  func wait(
    for latitude: Double, interval: Duration? = nil, timeout: Duration? = nil,
    patience: WaitGoal.Patience = .transient
  ) -> Pending<WaitOutcome> {
    wait(
      by: ScriptedJudge(.fleet(at: latitude)), interval: interval, timeout: timeout, patience: patience)
  }

  func wait(
    by judge: ScriptedJudge, interval: Duration? = nil, timeout: Duration? = nil,
    patience: WaitGoal.Patience = .transient
  ) -> Pending<WaitOutcome> {
    let goal = WaitGoal(judge, interval: interval, timeout: timeout, patience: patience)
    return wait(for: engine.wait(for: goal, of: self[.state]))
  }
}
