/// The status of a resource.
package enum ResourceStatus: String, Hashable, Sendable {
  /// The resource was never fetched.
  case idle
  /// The resource is being fetched, and there is no value yet.
  case loading
  /// There is a value.
  case loaded
  /// The last fetch failed; an earlier value stays, and one that only could not be stored is shown.
  case failed
}

/// Everything that is known about a resource at one moment.
package struct ResourceSnapshot: Hashable, Sendable {
  package let id: ResourceID
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
  ///
  /// Whoever sets a value knows that it is another one: megabytes are not compared again.
  package var value: ResourceValue? {
    didSet { valueRevision = 0 }
  }
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

  package var resource: ResourceName { id.name }

  /// Makes the snapshot of a resource that was never fetched.
  ///
  /// - Parameter revision: That of the snapshot that clients may have seen before; 0 for none.
  package init(resource: ResourceID, interval: Duration = PollingSettings().interval, revision: Int = 0) {
    id = resource
    self.revision = revision
    autoPolling = AutoPolling(interval: interval)
  }
}
