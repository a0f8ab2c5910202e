/// The id of a subscription of the location.
package struct SubscriptionID: Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The changes that a subscriber does not want to be notified of.
package struct LocationFilter: Hashable, Sendable {
  /// `minInterval`: the shortest time from one position to the next.
  package var minInterval: Duration
  /// `minDistance`: the shortest distance in metres from the last published position.
  package var minDistance: Double

  package init(minInterval: Duration = .zero, minDistance: Double = 0) {
    self.minInterval = minInterval
    self.minDistance = minDistance
  }
}

/// A subscription, with the snapshot that was last published to it.
struct LocationSubscription: Hashable, Sendable {
  let filter: LocationFilter
  /// Nil until the response to `subscribeLocation` has published the first snapshot.
  private(set) var last: Publication?

  struct Publication: Hashable, Sendable {
    let snapshot: LocationSnapshot
    /// The uptime at which it was published.
    let uptime: Duration
  }

  init(_ filter: LocationFilter) {
    self.filter = filter
  }

  mutating func publish(_ snapshot: LocationSnapshot, at now: Moment) {
    last = Publication(snapshot: snapshot, uptime: now.uptime)
  }

  /// The uptime at which `snapshot` is to be published; nil if it is not to be published.
  ///
  /// The filter is about positions only. A failure, and the first position after it, are published at once.
  func due(_ snapshot: LocationSnapshot) -> Duration? {
    guard let last, last.snapshot.revision != snapshot.revision else { return nil }
    guard last.snapshot.status == snapshot.status, last.snapshot.failure == snapshot.failure,
      let former = last.snapshot.position, let next = snapshot.position
    else { return last.uptime }
    guard former.coordinate.distance(to: next.coordinate) >= filter.minDistance else { return nil }
    return last.uptime + filter.minInterval
  }
}
