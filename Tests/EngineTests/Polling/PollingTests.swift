import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md section 7, auto-polling: one loop, whatever happens in which order.
@Suite struct PollingTests {
  init() {
    EventLoopThread.start()
  }

  /// Plays with polling on at 10 s, whose first poll has brought a value.
  @LoopActor private func polling(_ body: (EnginePlay) throws -> Void) rethrows {
    try withEngine { play in
      play.setPolling(true, every: .seconds(10))
      play.state.succeed(.fleet(at: 0))
      _ = play.changes()
      try body(play)
    }
  }

  /// Has every attempt succeed as soon as it begins, for that long; returns how many there were.
  @LoopActor private func attempts(_ play: EnginePlay, within duration: Duration) -> Int {
    let (before, until) = (play.state.attempts.count, play.timers.now + duration)
    while play.timers.now < until {
      if play.state.underWay == 1 { play.state.succeed(.fleet(at: 0)) }
      let next = min(play.nextDue ?? until, until)
      play.advance(by: next - play.timers.now)
    }
    return play.state.attempts.count - before
  }

  // MARK: The switch

  @LoopActor @Test func `at the start nothing is asked`() {
    withEngine { play in
      play.advance(by: .seconds(86_400))
      #expect(play.state.attempts.isEmpty && play.changes().isEmpty)
    }
  }

  @LoopActor @Test func `polling that is configured begins at the start`() {
    withEngine({ $0.resources[1].policy.polling.isEnabled = true }) { play in
      #expect(play.words() == ["menu loading 1 fetching"])
      #expect(play.menu.underWay == 1 && play.state.attempts.isEmpty)
      play.menu.succeed(.emptyMenu)
      play.advance(by: .seconds(11))
      #expect(play.menu.attempts.count == 2)
    }
  }

  @LoopActor @Test func `it asks again an interval after the end of each fetch`() {
    polling { play in
      play.advance(by: .milliseconds(8_999))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .milliseconds(2_001))
      #expect(play.state.attempts.count == 2)
      // However long it takes.
      play.advance(by: .seconds(9))
      play.state.succeed(.fleet(at: 1))
      play.advance(by: .milliseconds(8_999))
      #expect(play.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `the wait is spread by a tenth either way`() {
    polling { play in
      var waits: [Duration] = []
      for count in 2...60 {
        let start = play.timers.now
        play.advance(untilAttempt: count, of: play.state)
        waits.append(play.timers.now - start)
        play.state.succeed(.fleet(at: 0))
      }
      let (shortest, longest) = (waits.min() ?? .zero, waits.max() ?? .zero)
      #expect(shortest >= .seconds(9) && longest <= .seconds(11))
      #expect(shortest < .seconds(9.3) && longest > .seconds(10.7), "\(shortest) \(longest)")
    }
  }

  @LoopActor @Test func `switched off nothing further starts, and what is under way counts`() {
    withEngine { play in
      play.setPolling(true)
      play.setPolling(false)
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
      #expect(play.words().last == "state loaded 3")
      play.advance(by: .seconds(3_600))
      #expect(play.state.attempts.count == 1)
    }
  }

  @LoopActor
  @Test(
    arguments: [
      [(true, nil), (true, nil), (true, .seconds(10))],
      [(true, nil), (false, nil), (true, nil)],
      [(true, nil), (false, nil), (false, nil), (true, nil), (false, nil), (true, nil)],
    ] as [[(Bool, Duration?)]])
  func `whatever is switched in the middle of a fetch, there is one loop`(switches: [(Bool, Duration?)]) {
    withEngine { play in
      for (isEnabled, interval) in switches { play.setPolling(isEnabled, every: interval) }
      #expect(play.state.attempts.count == 1)
      let count = attempts(play, within: .seconds(1_000))
      // One loop: a fetch each ten seconds, within a tenth.
      #expect((90...111).contains(count), "\(count)")
    }
  }

  @LoopActor @Test func `a refresh that is under way is the first poll`() {
    withEngine { play in
      play.fetch()
      play.setPolling(true)
      #expect(play.state.attempts.count == 1)
      play.state.succeed(.fleet(at: 1))
      let count = attempts(play, within: .seconds(1_000))
      #expect((90...111).contains(count), "\(count)")
    }
  }

  @LoopActor @Test func `a refresh never turns polling on`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      play.advance(by: .seconds(3_600))
      #expect(play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `a refresh joins the poll that is under way`() {
    polling { play in
      play.advance(untilAttempt: 2, of: play.state)
      #expect(play.words().isEmpty)
      let fetch = play.fetch()
      #expect(play.state.attempts.count == 2)
      #expect(play.words() == ["state loaded 3 fetching"])
      play.state.succeed(.fleet(at: 1))
      #expect(play.words() == ["state loaded 4"] && fetch.value?.words == "state loaded 4")
    }
  }

  @LoopActor @Test func `a poll that is due joins the refresh that is under way`() {
    polling { play in
      play.advance(by: .seconds(8))
      let fetch = play.fetch()
      play.advance(by: .seconds(5))
      #expect(play.state.attempts.count == 2)
      fetch.cancel()
      // It is the poll's now.
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `a refresh that is cancelled leaves the next poll where it was`() {
    polling { play in
      let planned = play.snapshot.autoPolling.nextPollAt
      play.fetch().cancel()
      play.settle()
      #expect(planned != nil && play.snapshot.autoPolling.nextPollAt == planned)
      #expect(attempts(play, within: .seconds(100)) >= 9)
    }
  }

  // MARK: The interval

  @LoopActor @Test func `a shorter interval makes no burst`() {
    polling { play in
      play.setPolling(true, every: .seconds(1_000))
      play.advance(by: .seconds(500))
      #expect(play.state.attempts.count == 1)
      play.setPolling(true, every: .seconds(1))
      // It is due at once, and once.
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 0))
      let count = attempts(play, within: .seconds(100))
      #expect((85...111).contains(count), "\(count)")
    }
  }

  @LoopActor @Test func `a longer interval counts from the last fetch, without a fetch of its own`() {
    polling { play in
      play.advance(by: .seconds(5))
      play.setPolling(true, every: .seconds(100))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .seconds(84))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .seconds(22))
      #expect(play.state.attempts.count == 2)
    }
  }

  // MARK: What servers say

  @LoopActor @Test func `max-age has passed before the interval begins`() {
    polling { play in
      play.advance(untilAttempt: 2, of: play.state)
      play.state.end(.success(.init(.value(.fleet(at: 1)), freshFor: .seconds(60))))
      play.advance(by: .milliseconds(68_999))
      #expect(play.state.attempts.count == 2)
      play.advance(by: .milliseconds(2_001))
      #expect(play.state.attempts.count == 3)
    }
  }

  @LoopActor @Test func `max-age is no reason to refuse a refresh`() {
    polling { play in
      play.advance(untilAttempt: 2, of: play.state)
      play.state.end(.success(.init(.value(.fleet(at: 1)), freshFor: .seconds(60))))
      play.fetch()
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
    }
  }

  // MARK: Reporting

  @LoopActor @Test func `a poll over a value is reported only by its outcome`() {
    polling { play in
      play.advance(untilAttempt: 2, of: play.state)
      #expect(play.words().isEmpty)
      play.state.succeed(.fleet(at: 1))
      #expect(play.words() == ["state loaded 3"])
    }
  }

  @LoopActor @Test(arguments: [true, false]) func `an equal value is not reported`(isConfirmed: Bool) {
    polling { play in
      play.advance(untilAttempt: 2, of: play.state)
      play.state.end(.success(isConfirmed ? .notModified : .value(.fleet(at: 0))))
      #expect(play.words().isEmpty)
      #expect(play.snapshot.revision == 2)
      #expect(play.snapshot.updatedAt == play.now && play.timers.now > Instant(sinceOrigin: .seconds(1)))
    }
  }

  @LoopActor @Test func `nextPollAt says when`() {
    polling { play in
      let planned = play.snapshot.autoPolling.nextPollAt
      play.advance(untilAttempt: 2, of: play.state)
      #expect(planned == play.now)
    }
  }
}
