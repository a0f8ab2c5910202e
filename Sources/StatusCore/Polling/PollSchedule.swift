/// When a resource is polled next: a switch, a date and a count.
///
/// There is one date instead of a loop. Events move the date and never add another. So there cannot be two
/// loops, even if polling is switched off and on in the middle of a fetch. The owner of the schedule looks at
/// ``next`` and reports what happens.
struct PollSchedule: Hashable, Sendable {
  private(set) var isEnabled = false
  /// From the end of one fetch to the beginning of the next.
  private(set) var interval: Duration
  /// The number of polls that failed since the last success.
  private(set) var consecutiveFailures = 0
  /// The uptime of the next poll; nil while polling is off or a poll is under way.
  private(set) var next: Duration?
  /// The uptime at which the newest fetch ended; waits count from here.
  private var lastEnd: Duration?
  /// The uptime before which the server does not want to be polled.
  private var floor: Duration?
  /// The position of the present wait in its range, from 0 to 1; a new interval does not draw a new one.
  private var spread = 0.5

  init(interval: Duration) {
    self.interval = interval
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
    } else if !wasEnabled {
      next = isFetching ? nil : now
    } else if next != nil, hadInterval != self.interval {
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
  mutating func fetchFailed(
    ofPoll: Bool, retryAfter: Duration?, at now: Duration, using chance: inout SplitMix64
  ) {
    if ofPoll { consecutiveFailures += 1 }
    fetchEnded(at: now, floor: retryAfter.map { now + $0 }, using: &chance)
  }

  private mutating func fetchEnded(
    at end: Duration, floor: Duration?, using chance: inout SplitMix64
  ) {
    lastEnd = end
    self.floor = floor
    guard isEnabled else { return }
    spread = chance.nextUnit()
    setNext(from: .zero)
  }

  private mutating func setNext(from earliest: Duration) {
    next = max((lastEnd ?? .zero) + wait, floor ?? .zero, earliest)
  }
}

extension PollSchedule {
  /// The longest `max-age` of a server that is respected; a longer one would switch polling off.
  static let longestFreshness = Duration.seconds(3600)
  /// The longest wait that failures can cause.
  static let longestBackoff = Duration.seconds(300)

  /// The wait after a fetch: interval × 2^failures, at most five minutes, ±10 %.
  ///
  /// Failures do not change an interval of more than five minutes. For an interval of 10 s:
  ///
  /// | failures | 0 | 1 | 2 | 3 | 4 | 5 and more |
  /// |---|---|---|---|---|---|---|
  /// | at least | 9 s | 18 s | 36 s | 72 s | 144 s | 270 s |
  /// | at most | 11 s | 22 s | 44 s | 88 s | 176 s | 300 s |
  private var wait: Duration {
    let backoff = Backoff.wait(after: consecutiveFailures, base: interval, cap: Self.longestBackoff)
    let middle = max(interval, backoff)
    let shortest = middle * 0.9
    let longest =
      consecutiveFailures == 0 ? middle * 1.1 : min(middle * 1.1, max(Self.longestBackoff, interval))
    return shortest + (longest - shortest) * spread
  }
}
