/// One of those who are told where the receiver is.
package struct SubscriptionID: Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// What a subscriber does not want to be told.
package struct LocationFilter: Hashable, Sendable {
  /// `minInterval`: from one position to the next.
  package var minInterval: Duration
  /// `minDistance`: metres from the position that was told last.
  package var minDistance: Double

  package init(minInterval: Duration = .zero, minDistance: Double = 0) {
    self.minInterval = minInterval
    self.minDistance = minDistance
  }
}

/// A subscription with what it was told last.
struct LocationSubscription: Hashable, Sendable {
  let filter: LocationFilter
  /// nil until the answer to `subscribeLocation` has told the first.
  private(set) var told: Told?

  struct Told: Hashable, Sendable {
    let snapshot: LocationSnapshot
    /// The uptime at which it was told.
    let uptime: Duration
  }

  init(_ filter: LocationFilter) {
    self.filter = filter
  }

  mutating func tell(_ snapshot: LocationSnapshot, at now: Moment) {
    told = Told(snapshot: snapshot, uptime: now.uptime)
  }

  /// The uptime from which `snapshot` is to be told; nil for not at all.
  ///
  /// The filter is about positions: that the location has failed, or is there again, is told at once.
  func due(_ snapshot: LocationSnapshot) -> Duration? {
    guard let told, told.snapshot.revision != snapshot.revision else { return nil }
    guard told.snapshot.status == snapshot.status, told.snapshot.failure == snapshot.failure,
      let last = told.snapshot.position, let next = snapshot.position
    else { return told.uptime }
    guard last.coordinate.distance(to: next.coordinate) >= filter.minDistance else { return nil }
    return told.uptime + filter.minInterval
  }
}
