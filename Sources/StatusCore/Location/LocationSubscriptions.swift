/// The subscriptions of the location, in the order in which they began.
///
/// There may be thousands, so one that ends takes no time by their number. It leaves its place empty, and the others
/// move together when most places are: an empty place costs as much as another wherever all are looked at.
struct LocationSubscriptions: Sendable {
  private struct Entry {
    let id: SubscriptionID
    var subscription: LocationSubscription
  }

  private var places: [Entry?] = []
  private var indices: [SubscriptionID: Int] = [:]

  var isEmpty: Bool { indices.isEmpty }

  func contains(_ id: SubscriptionID) -> Bool { indices[id] != nil }

  mutating func add(_ subscription: LocationSubscription, as id: SubscriptionID) {
    indices[id] = places.count
    places.append(Entry(id: id, subscription: subscription))
  }

  /// - Returns: Whether there was one.
  mutating func remove(_ id: SubscriptionID) -> Bool {
    guard let index = indices.removeValue(forKey: id) else { return false }
    places[index] = nil
    if places.count > 2 * indices.count { close() }
    return true
  }

  private mutating func close() {
    places.removeAll { $0 == nil }
    for (index, entry) in places.enumerated() { if let entry { indices[entry.id] = index } }
  }

  /// The snapshot was published to one of them.
  mutating func publish(_ snapshot: LocationSnapshot, to id: SubscriptionID, at now: Moment) {
    if let index = indices[id] { places[index]?.subscription.publish(snapshot, at: now) }
  }

  /// Publishes the snapshot to all that it is due to.
  ///
  /// - Returns: Those.
  mutating func publishDue(_ snapshot: LocationSnapshot, at now: Moment) -> [SubscriptionID] {
    var due: [SubscriptionID] = []
    for index in places.indices {
      guard let entry = places[index], let date = entry.subscription.due(snapshot), date <= now.uptime else {
        continue
      }
      places[index]?.subscription.publish(snapshot, at: now)
      due.append(entry.id)
    }
    return due
  }

  /// The uptime at which the snapshot is due to the first of them; nil for never.
  func nextDue(_ snapshot: LocationSnapshot) -> Duration? {
    places.lazy.compactMap { $0?.subscription.due(snapshot) }.min()
  }
}
