import StatusCore

/// Who has the subscriptions of the location.
struct Subscribers {
  private var owners: [SubscriptionID: Owner] = [:]
  private var counts: [Owner: Int] = [:]

  /// The owner of a subscription; nil for one that has ended.
  subscript(id: SubscriptionID) -> Owner? { owners[id] }

  /// The number of subscriptions that `owner` has.
  func count(of owner: Owner) -> Int { counts[owner] ?? 0 }

  mutating func add(_ id: SubscriptionID, of owner: Owner) {
    owners[id] = owner
    counts[owner, default: 0] += 1
  }

  /// Removes a subscription, if it is the owner's.
  ///
  /// - Returns: Whether it was.
  mutating func remove(_ id: SubscriptionID, of owner: Owner) -> Bool {
    // Looked for once.
    guard let index = owners.index(forKey: id), owners[index].value == owner else { return false }
    owners.remove(at: index)
    counts[owner, default: 1] -= 1
    return true
  }

  /// Removes the subscriptions of an owner.
  ///
  /// - Returns: Those; nil if the owner never had one.
  mutating func removeAll(of owner: Owner) -> [SubscriptionID]? {
    guard !counts.isEmpty, counts.removeValue(forKey: owner) != nil else { return nil }
    let ended = Array(owners.lazy.filter { $0.value == owner }.map(\.key))
    for id in ended { owners[id] = nil }
    return ended
  }
}
