/// The polling of a resource as a snapshot reports it.
package struct AutoPolling: Hashable, Sendable {
  package var isEnabled: Bool
  /// From the end of one fetch to the beginning of the next.
  package var interval: Duration
  /// When the next poll is due; nil while polling is off or a poll is under way.
  package let nextPollAt: Timestamp?
  /// The number of polls that failed since the last success.
  package let consecutiveFailures: Int

  init(_ schedule: PollSchedule, at now: Moment) {
    isEnabled = schedule.isEnabled
    interval = schedule.interval
    nextPollAt = schedule.next.map(now.time(at:))
    consecutiveFailures = schedule.consecutiveFailures
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
    var setting = PollingSettings()
    setting.isEnabled = isEnabled
    setting.interval = interval
    return setting
  }
}
