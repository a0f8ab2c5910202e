import HeapModule

/// The callers that wait for a flight.
///
/// There may be thousands, and whenever one comes or leaves, the earliest date is asked for. So the dates are a heap,
/// and coming and leaving take no time by the number of waiters. Those who have left stay in the heap until they are
/// first in it or most of it.
struct Waiters: Sendable {
  private var present: [WaiterID: Waiter] = [:]
  /// The first is always present.
  private var dates = Heap<Waiter>()
  private var arrivals = 0

  var count: Int { present.count }
  var isEmpty: Bool { present.isEmpty }

  /// All of them, in order of arrival.
  var ids: [WaiterID] { present.values.sorted { $0.arrival < $1.arrival }.map(\.id) }

  /// The one whose time ends first.
  var first: Waiter? { dates.min }

  func contains(_ id: WaiterID) -> Bool { present[id] != nil }

  /// Adds a waiter, unless it waits already.
  mutating func add(_ id: WaiterID, until deadline: Duration, hasOwnTimeout: Bool) {
    guard present[id] == nil else { return }
    arrivals += 1
    let waiter = Waiter(id: id, deadline: deadline, hasOwnTimeout: hasOwnTimeout, arrival: arrivals)
    present[id] = waiter
    dates.insert(waiter)
  }

  mutating func remove(_ id: WaiterID) {
    guard present.removeValue(forKey: id) != nil else { return }
    while let first = dates.min, present[first.id] != first { dates.removeMin() }
    if dates.count > 2 * count + 64 { dates = Heap(present.values) }
  }
}

extension Waiters: Hashable {
  static func == (left: Waiters, right: Waiters) -> Bool { left.present == right.present }

  func hash(into hasher: inout Hasher) {
    hasher.combine(present)
  }
}

/// A caller that waits.
struct Waiter: Hashable, Sendable {
  let id: WaiterID
  /// The uptime until which the caller waits.
  let deadline: Duration
  /// Whether the caller gave a time-out of its own.
  let hasOwnTimeout: Bool
  /// The number of its arrival, from 1.
  let arrival: Int
}

extension Waiter: Comparable {
  /// Whether the time of `left` ends first: at the same time, a time-out of the caller's own comes first, then who
  /// came first.
  static func < (left: Waiter, right: Waiter) -> Bool {
    guard left.deadline == right.deadline else { return left.deadline < right.deadline }
    guard left.hasOwnTimeout == right.hasOwnTimeout else { return left.hasOwnTimeout }
    return left.arrival < right.arrival
  }
}
