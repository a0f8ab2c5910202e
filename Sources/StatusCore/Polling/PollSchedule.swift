/// When a resource is polled next: a switch, a date and a count.
///
/// There is one date instead of a loop. Events move the date and never add another. So there cannot be two
/// loops, even if polling is switched off and on in the middle of a fetch. The owner of the schedule looks at
/// ``next`` and reports what happens.
struct PollSchedule: Hashable, Sendable {
  private(set) var isEnabled = false
  /// From the end of one fetch to the beginning of the next.
  private(set) var interval: Duration
  private let pacing: Pacing
  /// The number of polls that failed since the last success.
  private(set) var consecutiveFailures = 0
  /// The uptime of the next poll; nil while polling is off or a poll is under way.
  private(set) var next: Duration?
  /// The uptime at which the newest fetch ended; waits count from here.
  private var lastEnd: Duration?
  /// The uptime before which the server does not want to be polled.
  private var floor: Duration?
  /// Whether a poll opens the connection to a live source: the wait is then the pause before it is opened again.
  var isReconnecting = false
  /// Whether there are no polls, because a live source delivers in their place or has ended for good.
  private(set) var isSuspended = false
  /// What a live source wants in place of the interval.
  private var pause: Duration?
  /// The position of the present wait in its range, from 0 to 1; a new interval does not draw a new one.
  private var spread = 0.5

  init(interval: Duration, pacing: Pacing = Pacing()) {
    self.interval = interval
    self.pacing = pacing
  }
}

extension PollSchedule {
  /// Switches polling on or off, or changes its interval; repeating the present setting changes nothing.
  ///
  /// Switching it on polls at once. A fetch that is under way counts as the first poll, and its end sets the
  /// date.
  mutating func set(isEnabled: Bool, interval: Duration?, isFetching: Bool, at now: Duration) {
    let wasEnabled = self.isEnabled
    let hadInterval = self.interval
    self.isEnabled = isEnabled
    self.interval = interval ?? hadInterval
    if !isEnabled {
      next = nil
      isSuspended = false
    } else if !wasEnabled {
      next = isFetching ? nil : now
    } else if let next, next != now, hadInterval != self.interval {
      // A poll that is due at this moment stays due.
      setNext(from: now)
    }
  }

  /// A poll begins, or joins the fetch that is under way.
  mutating func pollStarted() {
    next = nil
  }

  /// Moves the next poll to `uptime`, because the server must not be asked earlier.
  mutating func postpone(to uptime: Duration) {
    next = uptime
  }

  /// A fetch succeeded.
  ///
  /// - Parameter freshFor: How long the server considers the value fresh.
  mutating func fetchSucceeded(freshFor: Duration?, at now: Duration, using chance: inout SplitMix64) {
    consecutiveFailures = 0
    // The interval counts from the end of the freshness.
    fetchEnded(
      at: now + min(max(freshFor ?? .zero, .zero), Self.longestFreshness), floor: nil, using: &chance)
  }

  /// A fetch failed; only failures of polls are counted.
  ///
  /// - Parameter floor: The uptime before which the server does not want to be polled, if it said so.
  mutating func fetchFailed(
    ofPoll: Bool, notBefore floor: Duration?, at now: Duration, using chance: inout SplitMix64
  ) {
    if ofPoll { consecutiveFailures += 1 }
    fetchEnded(at: now, floor: floor, using: &chance)
  }

  private mutating func fetchEnded(
    at end: Duration, floor: Duration?, using chance: inout SplitMix64
  ) {
    lastEnd = end
    self.floor = floor
    guard isEnabled, !isSuspended else { return }
    spread = chance.nextUnit()
    setNext(from: .zero)
  }

  private mutating func setNext(from earliest: Duration) {
    next = max((lastEnd ?? .zero) + wait, floor ?? .zero, earliest)
  }
}

// MARK: Live sources

extension PollSchedule {
  /// A live source delivers in place of polls, so there are none.
  mutating func suspend() {
    isSuspended = true
    next = nil
  }

  /// The connection to a live source was lost; the failure that follows sets the date to open it again.
  ///
  /// - Parameter pause: What the source wants in place of the interval.
  mutating func connectionLost(pause: Duration?) {
    isSuspended = false
    self.pause = pause
  }

  /// The source is another one: what the former one has caused counts no more, and a poll is due.
  mutating func sourceReplaced(at now: Duration) {
    (consecutiveFailures, floor, pause) = (0, nil, nil)
    lastEnd = now
    isSuspended = false
    if isEnabled { next = now }
  }

  /// What the former source has caused counts no more: the next poll is an interval behind the last fetch.
  mutating func forgetFailures(at now: Duration) {
    guard consecutiveFailures > 0 || floor != nil else { return }
    (consecutiveFailures, floor) = (0, nil)
    if next != nil, !isSuspended { setNext(from: now) }
  }

  /// The live source that stood in for polls has gone, so a poll is due.
  mutating func resume(at now: Duration) {
    pause = nil
    guard isSuspended else { return }
    isSuspended = false
    next = now
  }
}

extension PollSchedule {
  /// The longest `max-age` of a server that is respected; a longer one would switch polling off.
  static let longestFreshness = Duration.seconds(3600)

  /// The wait after a fetch: interval × 2^failures, at most five minutes, ±10 %.
  ///
  /// A connection that is lost once is opened again after a single interval, or after the pause that its source
  /// wants; the failures in a row after the first double that.
  ///
  /// Failures do not change an interval of more than five minutes. For an interval of 10 s:
  ///
  /// | failures | 0 | 1 | 2 | 3 | 4 | 5 and more |
  /// |---|---|---|---|---|---|---|
  /// | at least | 9 s | 18 s | 36 s | 72 s | 144 s | 270 s |
  /// | at most | 11 s | 22 s | 44 s | 88 s | 176 s | 300 s |
  private var wait: Duration {
    let failures = isReconnecting ? max(consecutiveFailures - 1, 0) : consecutiveFailures
    let base = pause ?? interval
    let backoff = Backoff.wait(after: failures, base: base, cap: pacing.longestBackoff)
    let middle = max(base, backoff)
    let shortest = middle * (1 - pacing.jitter)
    let spreadOut = middle * (1 + pacing.jitter)
    let longest = failures == 0 ? spreadOut : min(spreadOut, max(pacing.longestBackoff, base))
    return shortest + (longest - shortest) * spread
  }
}

/// How the waits between polls are spread, and how far failures can stretch them.
///
/// The daemon has these values and no others. `Benchmarks/outage` switches them off, to show what they are for.
package struct Pacing: Hashable, Sendable {
  /// The longest wait that failures can cause; zero for no backoff.
  package var longestBackoff = Duration.seconds(300)
  /// How far a wait is from its middle at most, as a part of it; 0 for no jitter.
  package var jitter = 0.1

  package init() {}
}
