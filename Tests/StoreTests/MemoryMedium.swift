@testable import Store

/// A store in memory, which fails as it is told to.
final class MemoryMedium: StoreMedium {
  /// What it holds, whoever has opened it.
  final class Contents: OpenStore {
    var values: [StoreKey: StoredValue] = [:]
    var fetches: [StoredFetch] = []
    var isInPlace = true
    /// What the next transactions fail with, in order.
    var faults: [StoreFault] = []

    func transaction(isSynchronous: Bool, _ body: () throws(StoreFault) -> Void) throws(StoreFault) {
      if !faults.isEmpty { throw faults.removeFirst() }
      try body()
    }

    func shrink() {}

    func value(_ key: StoreKey, of source: [UInt8]) -> StoreFinding {
      values[key].map { $0.source == source ? .value($0) : .none } ?? .none
    }

    func write(_ value: StoredValue) { values[value.key] = value }

    func confirm(_ value: StoredValue) -> Bool {
      guard values[value.key] != nil else { return false }
      values[value.key] = value
      return true
    }

    func drop(_ key: StoreKey) { values[key] = nil }
    func putAside(_ key: StoreKey) { drop(key) }

    func entries() -> [StoreKey: StoreQuota.Entry] {
      values.mapValues { StoreQuota.Entry(charge: $0.charge, fetchedAt: $0.fetchedAt) }
    }

    func add(_ fetch: StoredFetch) { fetches.append(fetch) }
    func dropHistory(_ count: Int) { fetches.removeFirst(min(count, fetches.count)) }

    func history(of key: StoreKey, since: Int64, limit: Int) -> [StoredFetch] {
      Array(fetches.reversed().filter { $0.key == key && $0.endedAt >= since }.prefix(limit))
    }

    func historyCount() -> Int { fetches.count }
  }

  private(set) var contents = Contents()
  /// What was put aside.
  private(set) var aside: [Contents] = []

  func open() -> any OpenStore { contents }

  func putAside() -> String {
    aside.append(contents)
    remove()
    return "aside \(aside.count)"
  }

  func remove() { contents = Contents() }
}
