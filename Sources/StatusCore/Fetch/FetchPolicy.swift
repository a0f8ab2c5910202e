/// How a resource is fetched: attempts, deadlines, polling (`resources.NAME` of the configuration).
package struct FetchPolicy: Hashable, Sendable {
  package var retry = RetryPolicy()
  /// `timeout`: for one attempt.
  package var attemptTimeout = Duration.seconds(10)
  /// `totalTimeout`: for a whole fetch, the waits between its attempts included, unless its caller says more
  /// or less.
  package var totalTimeout = Duration.seconds(30)
  package var polling = PollingSettings()
  /// `staleAfter`: the age from which a value is stale; nil for never.
  package var staleAfter: Duration?

  package init() {}
}

/// `autoPolling`: whether a resource is polled from the start, and how often.
package struct PollingSettings: Hashable, Sendable {
  package var isEnabled = false
  /// From the end of one fetch to the begin of the next.
  package var interval = Duration.seconds(10)

  package init() {}
}
