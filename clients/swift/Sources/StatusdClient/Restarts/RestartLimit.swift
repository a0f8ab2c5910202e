/// How often a daemon that dies is started again: one that dies at every start is not started for ever.
public struct RestartLimit: Sendable {
  /// At most so many restarts in a period.
  public var count: Int
  /// In which they are counted.
  public var period: Duration
  private var times: [ContinuousClock.Instant] = []

  /// Four in three minutes where nothing else is said.
  public init(count: Int = 4, within period: Duration = .seconds(180)) {
    self.count = count
    self.period = period
  }

  /// Whether one more may begin at `now`; if so, it counts.
  mutating func allows(at now: ContinuousClock.Instant) -> Bool {
    times.removeAll { $0 + period <= now }
    guard times.count < count else { return false }
    times.append(now)
    return true
  }
}
