/// How a resource is fetched: attempts, deadlines and polling (`resources.NAME` in the configuration).
package struct FetchPolicy: Hashable, Sendable {
  package var retry = RetryPolicy()
  /// `timeout`: the time for one attempt.
  package var attemptTimeout = Duration.seconds(10)
  /// `totalTimeout`: the time for a whole fetch with the waits between its attempts; a caller may give
  /// another.
  package var totalTimeout = Duration.seconds(30)
  package var polling = PollingSettings()
  package var pacing = Pacing()
  /// `staleAfter`: the age from which a value is stale; nil for never.
  package var staleAfter: Duration?

  package init() {}
}

/// `autoPolling`: whether a resource is polled from the start, and how often.
package struct PollingSettings: Hashable, Sendable {
  package var isEnabled = false
  /// From the end of one fetch to the beginning of the next.
  package var interval = Duration.seconds(10)

  package init() {}

  package init(isEnabled: Bool, interval: Duration) {
    (self.isEnabled, self.interval) = (isEnabled, interval)
  }
}
