/// What the store holds, counted against its quota.
///
/// The owner asks here before it has anything written, so nobody has to wait for the disk to know whether a value
/// fits. History takes half of the quota at most, so that it never crowds out the values.
package struct StoreQuota: Hashable, Sendable {
  /// A value that is kept.
  package struct Entry: Hashable, Sendable {
    /// The bytes that the quota counts.
    package let charge: Int
    /// When it was fetched or last confirmed, in milliseconds since 1970-01-01T00:00:00Z.
    package var fetchedAt: Int64

    package init(charge: Int, fetchedAt: Int64) {
      self.charge = charge
      self.fetchedAt = fetchedAt
    }
  }

  /// What was dropped to make room, or is to be.
  package struct Dropped: Hashable, Sendable {
    /// So many of the oldest fetches.
    package var history = 0
    package var values: [StoreKey] = []

    package init() {}

    package var count: Int { history + values.count }
  }

  /// The most bytes that values and history may take.
  package private(set) var limit: Int
  package private(set) var values: [StoreKey: Entry] = [:]
  /// How many fetches are kept.
  package private(set) var historyCount = 0
  private var valueBytes = 0
  /// The charge of the last value that did not fit, by key.
  private var refused: [StoreKey: Int] = [:]

  /// - Parameter limit: The quota in bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// What a fetch in the history counts.
  package static let chargeOfFetch = 128
  /// What a value counts beside its key and its body: its validators, digests and dates.
  private static let chargeOfValue = 256

  package static func charge(ofKey key: StoreKey, body: Int) -> Int { chargeOfValue + key.bytes.count + body }

  /// The bytes that values and history take.
  package var bytes: Int { valueBytes + historyCount * Self.chargeOfFetch }
}

extension StoreQuota {
  /// Takes over what a store held before.
  package mutating func begin(values: [StoreKey: Entry], historyCount: Int) {
    // What was accepted meanwhile is newer.
    for (key, entry) in values where self.values[key] == nil { set(entry, of: key) }
    self.historyCount += historyCount
  }

  /// Forgets everything, because the file was put aside.
  package mutating func clear() {
    self = StoreQuota(limit: limit)
  }

  /// Counts a value in place of the one with its key.
  ///
  /// - Returns: Whether it fits; if not, nothing changes.
  package mutating func accept(_ entry: Entry, of key: StoreKey) -> Bool {
    guard bytes - charge(of: key) + entry.charge <= limit else {
      refused[key] = entry.charge
      return false
    }
    refused[key] = nil
    set(entry, of: key)
    return true
  }

  /// A value was confirmed.
  package mutating func confirm(_ key: StoreKey, at fetchedAt: Int64) {
    values[key]?.fetchedAt = fetchedAt
  }

  /// Counts a fetch.
  ///
  /// - Returns: How many of the oldest ones have to go for it.
  package mutating func addFetch() -> Int {
    historyCount += 1
    let most = max(1, min(limit / 2, limit - valueBytes) / Self.chargeOfFetch)
    let excess = max(historyCount - most, 0)
    // A few more than needed, so that not every fetch drops one.
    let dropped = excess == 0 ? 0 : min(excess + most / 64, historyCount - 1)
    historyCount -= dropped
    return dropped
  }

  /// Drops what is oldest until the value of `key` fits that did not: history first, then values of others.
  ///
  /// Where no value was refused, the older half of the history goes, or the oldest value if there is none.
  ///
  /// - Returns: What was dropped; nil if all of it would not be enough, and then nothing is dropped.
  package mutating func free(for key: StoreKey) -> Dropped? {
    var dropped = Dropped()
    let others = values.filter { $0.key != key }.sorted {
      ($0.value.fetchedAt, $0.key.bytes.count) < ($1.value.fetchedAt, $1.key.bytes.count)
    }
    guard let wanted = refused[key] else {
      dropped.history = (historyCount + 1) / 2
      if historyCount == 0 { dropped.values = others.prefix(1).map(\.key) }
      drop(dropped)
      return dropped
    }
    var shortage = bytes - charge(of: key) + wanted - limit
    let rows = (max(shortage, 0) + Self.chargeOfFetch - 1) / Self.chargeOfFetch
    dropped.history = min(rows, historyCount)
    shortage -= dropped.history * Self.chargeOfFetch
    for (other, entry) in others where shortage > 0 {
      dropped.values.append(other)
      shortage -= entry.charge
    }
    guard shortage <= 0 else { return nil }
    drop(dropped)
    return dropped
  }

  /// Doubles the quota.
  package mutating func raise() {
    limit = limit.multipliedReportingOverflow(by: 2).overflow ? .max : limit * 2
  }

  /// A value could not be written, so it is not there.
  package mutating func forget(_ key: StoreKey) {
    valueBytes -= charge(of: key)
    values[key] = nil
  }

  /// So many fetches could not be written.
  package mutating func forgetFetches(_ count: Int) {
    historyCount = max(historyCount - count, 0)
  }

  /// Nobody wants to make room for a value any more that did not fit.
  package mutating func forgetRefusal(of key: StoreKey) {
    refused[key] = nil
  }

  private mutating func drop(_ dropped: Dropped) {
    historyCount -= dropped.history
    for key in dropped.values { forget(key) }
  }

  private mutating func set(_ entry: Entry, of key: StoreKey) {
    valueBytes += entry.charge - charge(of: key)
    values[key] = entry
  }

  private func charge(of key: StoreKey) -> Int { values[key]?.charge ?? 0 }
}
