import Testing

@testable import StatusCore

/// What happens to a schedule, at which second, and when the next poll is then, in seconds.
///
/// Chance is left out: waits are given as the range in which they must lie.
@Suite struct PollScheduleTests {
  enum Event {
    case on(interval: Double?)
    case off, started
    case succeeded(freshFor: Double?)
    case failed(retryAfter: Double?)
    case failedForCaller
    case postponed(Double)
  }

  struct Step {
    let at: Double
    let event: Event
    /// The range of the next date; nil for none.
    let next: ClosedRange<Double>?

    init(_ at: Double, _ event: Event, _ next: ClosedRange<Double>?) {
      (self.at, self.event, self.next) = (at, event, next)
    }
  }

  static let stories: [(String, [Step])] = [
    ("off at the start", []),
    ("on is at once", [Step(5, .on(interval: nil), 5...5)]),
    ("on twice is on", [Step(0, .on(interval: nil), 0...0), Step(0, .on(interval: 10), 0...0)]),
    ("off has no date", [Step(0, .on(interval: nil), 0...0), Step(0, .off, nil)]),
    (
      "the interval counts from the end",
      [
        Step(0, .on(interval: nil), 0...0), Step(0, .started, nil),
        Step(7, .succeeded(freshFor: nil), 16...18),
      ]
    ),
    (
      "an end while off sets no date",
      [
        Step(0, .on(interval: nil), 0...0), Step(0, .started, nil), Step(1, .off, nil),
        Step(7, .succeeded(freshFor: nil), nil),
      ]
    ),
    (
      "off and on again in the middle of a fetch: its end sets the date",
      [
        Step(0, .on(interval: nil), 0...0), Step(0, .started, nil), Step(1, .off, nil),
        Step(2, .on(interval: nil), nil), Step(7, .succeeded(freshFor: nil), 16...18),
      ]
    ),
    (
      "failures double the wait, a success resets it",
      [
        Step(0, .on(interval: nil), 0...0), Step(0, .started, nil),
        Step(0, .failed(retryAfter: nil), 18...22), Step(20, .started, nil),
        Step(20, .failed(retryAfter: nil), 56...64), Step(60, .started, nil),
        Step(60, .failed(retryAfter: nil), 132...148), Step(140, .started, nil),
        Step(140, .succeeded(freshFor: nil), 149...151),
      ]
    ),
    (
      "no failure makes the wait longer than five minutes",
      [Step(0, .on(interval: nil), 0...0)]
        + [Step(0, .failed(retryAfter: nil), 18...22), Step(0, .failed(retryAfter: nil), 36...44)]
        + [Step(0, .failed(retryAfter: nil), 72...88), Step(0, .failed(retryAfter: nil), 144...176)]
        + (1...5).map { _ in Step(0, .failed(retryAfter: nil), 270...300) }
    ),
    (
      "an interval of more than five minutes stays what it is",
      [Step(0, .on(interval: 1_000), 0...0), Step(0, .failed(retryAfter: nil), 900...1_000)]
    ),
    (
      "what only a caller asked for does not count",
      [Step(0, .on(interval: nil), 0...0), Step(0, .started, nil), Step(0, .failedForCaller, 9...11)]
    ),
    (
      "Retry-After is kept where it is longer, and no more than that",
      [
        Step(0, .on(interval: nil), 0...0), Step(0, .started, nil), Step(0, .failed(retryAfter: 1), 18...22),
        Step(20, .started, nil), Step(20, .failed(retryAfter: 600), 620...620),
      ]
    ),
    (
      "max-age passes before the interval begins, and an hour of it is believed",
      [
        Step(0, .on(interval: nil), 0...0), Step(0, .started, nil),
        Step(0, .succeeded(freshFor: 60), 69...71), Step(70, .started, nil),
        Step(70, .succeeded(freshFor: 86_400), 3679...3681), Step(3680, .started, nil),
        Step(3680, .succeeded(freshFor: -5), 3689...3691),
      ]
    ),
    (
      "a shorter interval counts from the last end, and is not in the past",
      [
        Step(0, .on(interval: 1_000), 0...0), Step(0, .started, nil),
        Step(0, .succeeded(freshFor: nil), 900...1_100), Step(2, .on(interval: 10), 9...11),
        Step(100, .on(interval: 5), 100...100),
      ]
    ),
    (
      "a longer interval too",
      [
        Step(0, .on(interval: 10), 0...0), Step(0, .started, nil), Step(0, .succeeded(freshFor: nil), 9...11),
        Step(5, .on(interval: 100), 90...110),
      ]
    ),
    (
      "a new interval does not cut a Retry-After short",
      [
        Step(0, .on(interval: 10), 0...0), Step(0, .started, nil), Step(0, .failed(retryAfter: 60), 60...60),
        Step(1, .on(interval: 1), 60...60),
      ]
    ),
    ("a fence puts it off", [Step(0, .on(interval: nil), 0...0), Step(0, .postponed(30), 30...30)]),
  ]

  @Test(arguments: stories)
  func `the next poll is when it should be`(name: String, steps: [Step]) {
    for seed in 0..<20 as Range<UInt64> {
      var (schedule, chance, isFetching) = (
        PollSchedule(interval: .seconds(10)), SplitMix64(seed: seed), false
      )
      #expect(schedule.next == nil)
      for step in steps {
        Self.apply(step, to: &schedule, &chance, &isFetching)
        let next = schedule.next.map {
          Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18
        }
        guard let range = step.next else {
          #expect(next == nil, "\(name): \(step)")
          continue
        }
        #expect(next.map { range.contains($0) } ?? false, "\(name): \(step), got \(next ?? -1)")
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `without backoff and jitter every wait is the interval`(seed: UInt64) {
    var pacing = Pacing()
    (pacing.longestBackoff, pacing.jitter) = (.zero, 0)
    var (schedule, chance) = (PollSchedule(interval: .seconds(10), pacing: pacing), SplitMix64(seed: seed))
    schedule.set(isEnabled: true, interval: nil, isFetching: false, at: .zero)
    for poll in 1...4 {
      schedule.pollStarted()
      schedule.fetchFailed(ofPoll: true, notBefore: nil, at: .seconds(10 * poll), using: &chance)
      #expect(schedule.next == .seconds(10 * poll + 10))
    }
  }

  private static func apply(
    _ step: Step, to schedule: inout PollSchedule, _ chance: inout SplitMix64, _ isFetching: inout Bool
  ) {
    let now = Duration.seconds(step.at)
    switch step.event {
    case .on(let interval):
      schedule.set(
        isEnabled: true, interval: interval.map { .seconds($0) }, isFetching: isFetching, at: now)
    case .off: schedule.set(isEnabled: false, interval: nil, isFetching: isFetching, at: now)
    case .started:
      schedule.pollStarted()
      isFetching = true
    case .succeeded(let freshFor):
      isFetching = false
      schedule.fetchSucceeded(freshFor: freshFor.map { .seconds($0) }, at: now, using: &chance)
    case .failed(let retryAfter):
      isFetching = false
      schedule.fetchFailed(
        ofPoll: true, notBefore: retryAfter.map { now + .seconds($0) }, at: now, using: &chance)
    case .failedForCaller:
      isFetching = false
      schedule.fetchFailed(ofPoll: false, notBefore: nil, at: now, using: &chance)
    case .postponed(let second): schedule.postpone(to: .seconds(second))
    }
  }
}
