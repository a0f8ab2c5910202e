/// The polling of a resource as a snapshot reports it.
package struct AutoPolling: Hashable, Sendable {
  package var isEnabled: Bool
  /// From the end of one fetch to the beginning of the next.
  package var interval: Duration
  /// When the next poll is due; nil while polling is off or a poll is under way.
  package let nextPollAt: Timestamp?
  /// The number of polls that failed since the last success.
  package private(set) var consecutiveFailures: Int

  /// - Parameter shown: The switch and the interval; nil for those of the schedule.
  init(_ schedule: PollSchedule, shownAs shown: PollingSettings? = nil, at now: Moment) {
    isEnabled = shown?.isEnabled ?? schedule.isEnabled
    interval = shown?.interval ?? schedule.interval
    nextPollAt = isEnabled ? schedule.next.map(now.time(at:)) : nil
    consecutiveFailures = schedule.consecutiveFailures
  }

  /// The same for an owner that wants something else than what happens.
  package func wanted(_ wish: PollingSettings) -> AutoPolling {
    guard wish.isEnabled else {
      var off = AutoPolling(interval: wish.interval)
      off.consecutiveFailures = consecutiveFailures
      return off
    }
    var polling = self
    (polling.isEnabled, polling.interval) = (true, wish.interval)
    return polling
  }

  /// Polling as another process reports it.
  package init(isEnabled: Bool, interval: Duration, nextPollAt: Timestamp?, consecutiveFailures: Int) {
    (self.isEnabled, self.interval) = (isEnabled, interval)
    (self.nextPollAt, self.consecutiveFailures) = (nextPollAt, consecutiveFailures)
  }

  /// Polling that is off.
  package init(interval: Duration) {
    isEnabled = false
    self.interval = interval
    nextPollAt = nil
    consecutiveFailures = 0
  }

  /// The switch and the interval, which clients set; the other members change with time.
  var setting: PollingSettings {
    PollingSettings(isEnabled: isEnabled, interval: interval)
  }
}
