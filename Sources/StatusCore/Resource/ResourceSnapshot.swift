/// Where a resource stands.
package enum ResourceStatus: String, Hashable, Sendable {
  /// Never asked for.
  case idle
  /// Being fetched, and nothing to show yet.
  case loading
  case loaded
  /// The last fetch failed; an earlier value is kept.
  case failed
}

/// All that is known of a resource at one moment.
package struct ResourceSnapshot: Hashable, Sendable {
  package let resource: ResourceName
  /// Grows by one with every change of anything but timing: ``updatedAt``, the date of the next poll, the
  /// count of those that failed.
  package var revision = 0
  package var status = ResourceStatus.idle
  package var isFetching = false
  /// The attempt under way, from 1; there while fetching, as is ``maxAttempts``.
  package var attempt: Int?
  package var maxAttempts: Int?
  /// The last good value, kept through later failures.
  package var value: ResourceValue?
  /// The ``revision`` at which ``value`` came, 0 without one: the key under which its encoded form is kept.
  package internal(set) var valueRevision = 0
  /// When ``value`` was fetched.
  package var updatedAt: Timestamp?
  /// A fetch that followed ``value`` failed, or it is older than `staleAfter`.
  package var isStale = false
  /// Why the last fetch failed; kept until one succeeds or the failure is settled.
  package var failure: Failure?
  package var autoPolling: AutoPolling

  /// A resource that was never asked for.
  package init(resource: ResourceName, interval: Duration = PollingSettings().interval) {
    self.resource = resource
    autoPolling = AutoPolling(interval: interval)
  }
}
