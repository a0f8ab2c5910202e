/// The status of a resource.
package enum ResourceStatus: String, Hashable, Sendable {
  /// The resource was never fetched.
  case idle
  /// The resource is being fetched, and there is no value yet.
  case loading
  /// There is a value.
  case loaded
  /// The last fetch failed; an earlier value is kept.
  case failed
}

/// Everything that is known about a resource at one moment.
package struct ResourceSnapshot: Hashable, Sendable {
  package let resource: ResourceName
  /// Grows by one with every change, except of timing.
  ///
  /// Timing is ``updatedAt``, the date of the next poll and the number of failed polls.
  package var revision = 0
  package var status = ResourceStatus.idle
  package var isFetching = false
  /// The number of the attempt under way, from 1; nil while ``isFetching`` is false, like ``maxAttempts``.
  package var attempt: Int?
  package var maxAttempts: Int?
  /// The last good value; failures do not remove it.
  package var value: ResourceValue?
  /// The ``revision`` at which ``value`` came; 0 without a value.
  ///
  /// The encoded value is cached under it.
  package internal(set) var valueRevision = 0
  /// When ``value`` was fetched.
  package var updatedAt: Timestamp?
  /// Whether a later fetch than that of ``value`` failed, or the value is older than `staleAfter`.
  package var isStale = false
  /// Why the last fetch failed; kept until one succeeds or the failure is settled.
  package var failure: Failure?
  package var autoPolling: AutoPolling

  /// Makes the snapshot of a resource that was never fetched.
  package init(resource: ResourceName, interval: Duration = PollingSettings().interval) {
    self.resource = resource
    autoPolling = AutoPolling(interval: interval)
  }
}
