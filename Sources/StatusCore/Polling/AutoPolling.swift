/// What a snapshot says of a resource's polling.
package struct AutoPolling: Hashable, Sendable {
  package let isEnabled: Bool
  /// From the end of one fetch to the begin of the next.
  package let interval: Duration
  /// When the next poll is due; nil while polling is off and while one is under way.
  package let nextPollAt: Timestamp?
  /// Polls that failed since the last success.
  package let consecutiveFailures: Int

  init(_ schedule: PollSchedule, at now: Moment) {
    isEnabled = schedule.isEnabled
    interval = schedule.interval
    nextPollAt = schedule.next.map(now.time(at:))
    consecutiveFailures = schedule.consecutiveFailures
  }

  /// Off.
  package init(interval: Duration) {
    isEnabled = false
    self.interval = interval
    nextPollAt = nil
    consecutiveFailures = 0
  }

  /// Whether polling is switched on, and how often: what a client has set, without what time does to it.
  var setting: PollingSettings {
    var setting = PollingSettings()
    setting.isEnabled = isEnabled
    setting.interval = interval
    return setting
  }
}
