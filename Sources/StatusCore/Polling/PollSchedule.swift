/// When a resource is polled next: a switch, a date and a count.
///
/// The date is all there is of a loop. It is moved, never added to, so there cannot be two of them, whatever
/// is switched on or off in the middle of a fetch. Who owns the schedule looks at ``next`` and says what
/// happened.
struct PollSchedule: Hashable, Sendable {
  private(set) var isEnabled = false
  /// From the end of one fetch to the begin of the next.
  private(set) var interval: Duration
  /// Polls that failed since the last success.
  private(set) var consecutiveFailures = 0
  /// The uptime of the next poll; nil while polling is off and while one is under way.
  private(set) var next: Duration?
  /// The end of the newest fetch, which waits count from.
  private var lastEnd: Duration?
  /// Before this the server does not want to be polled.
  private var floor: Duration?
  /// Where in its range the present wait lies, from 0 to 1; kept, so that a new interval is no new draw.
  private var spread = 0.5

  init(interval: Duration) {
    self.interval = interval
  }
}

extension PollSchedule {
  /// Polling is switched on or off, or gets another interval; what is already so stays as it is.
  ///
  /// Switched on, it polls at once; with a fetch under way that one counts as the first poll, and its end
  /// will set the date.
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

  /// A poll begins, or has joined the fetch that is under way.
  mutating func pollStarted() {
    next = nil
  }

  /// The server must not be asked before `uptime`.
  mutating func postpone(to uptime: Duration) {
    next = uptime
  }

  /// A fetch succeeded.
  ///
  /// - Parameter freshFor: For how long the server says that asking again is of no use.
  mutating func fetchSucceeded(freshFor: Duration?, at now: Duration, using chance: inout SplitMix64) {
    consecutiveFailures = 0
    // The interval counts from the end of that time.
    fetchEnded(
      at: now + min(max(freshFor ?? .zero, .zero), Self.longestFreshness), floor: nil, using: &chance)
  }

  /// A fetch failed; those that nobody but the schedule asked for are counted.
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
  /// Beyond this a server's `max-age` is not believed: it would switch polling off.
  static let longestFreshness = Duration.seconds(3600)
  /// Failures do not make the wait longer than this.
  static let longestBackoff = Duration.seconds(300)

  /// The wait after a fetch: interval × 2^failures, at most five minutes, within ±10 %.
  ///
  /// An interval that is longer than five minutes stays what it is. For an interval of 10 s:
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
