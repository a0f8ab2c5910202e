import HeapModule

/// The callers that wait for a flight.
///
/// There may be thousands, and whenever one comes or leaves, the earliest date is asked for. So the dates are a heap,
/// and coming and leaving take no time by the number of waiters. Those who have left stay in the heap until they are
/// first in it or most of it.
struct Waiters: Sendable {
  private var present: [WaiterID: Caller] = [:]
  /// The first is always present.
  private var dates = Heap<Waiter>()
  private var arrivals = 0

  private struct Caller: Hashable {
    let waiter: Waiter
    let request: FetchRequest
  }

  var count: Int { present.count }
  var isEmpty: Bool { present.isEmpty }

  /// All of them, in order of arrival.
  var ids: [WaiterID] { callers.map(\.waiter.id) }

  /// What each of them asks for, in order of arrival.
  var requests: [FetchRequest] { callers.map(\.request) }

  private var callers: [Caller] { present.values.sorted { $0.waiter.arrival < $1.waiter.arrival } }

  /// The one whose time ends first.
  var first: Waiter? { dates.min }

  func contains(_ id: WaiterID) -> Bool { present[id] != nil }

  /// What one of them asks for; nil for one that does not wait.
  func request(of id: WaiterID) -> FetchRequest? { present[id]?.request }

  /// Adds a waiter, unless it waits already.
  mutating func add(_ id: WaiterID, _ request: FetchRequest, until deadline: Duration) {
    guard present[id] == nil else { return }
    arrivals += 1
    let waiter = Waiter(
      id: id, deadline: deadline, hasOwnTimeout: request.operation.timeout != nil, arrival: arrivals)
    present[id] = Caller(waiter: waiter, request: request)
    dates.insert(waiter)
  }

  mutating func remove(_ id: WaiterID) {
    guard present.removeValue(forKey: id) != nil else { return }
    while let first = dates.min, present[first.id]?.waiter != first { dates.removeMin() }
    if dates.count > 2 * count + 64 { dates = Heap(present.values.map(\.waiter)) }
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
