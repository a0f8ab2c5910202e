/// One of those who are notified of the location.
package struct SubscriptionID: Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// What a subscriber does not want to be notified of.
package struct LocationFilter: Hashable, Sendable {
  /// `minInterval`: from one position to the next.
  package var minInterval: Duration
  /// `minDistance`: metres from the position that was published last.
  package var minDistance: Double

  package init(minInterval: Duration = .zero, minDistance: Double = 0) {
    self.minInterval = minInterval
    self.minDistance = minDistance
  }
}

/// A subscription with what was published to it last.
struct LocationSubscription: Hashable, Sendable {
  let filter: LocationFilter
  /// nil until the response to `subscribeLocation` has published the first.
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

  /// The uptime from which `snapshot` is to be published; nil for not at all.
  ///
  /// The filter is about positions: that the location has failed, or is there again, is published at once.
  func due(_ snapshot: LocationSnapshot) -> Duration? {
    guard let last, last.snapshot.revision != snapshot.revision else { return nil }
    guard last.snapshot.status == snapshot.status, last.snapshot.failure == snapshot.failure,
      let former = last.snapshot.position, let next = snapshot.position
    else { return last.uptime }
    guard former.coordinate.distance(to: next.coordinate) >= filter.minDistance else { return nil }
    return last.uptime + filter.minInterval
  }
}
