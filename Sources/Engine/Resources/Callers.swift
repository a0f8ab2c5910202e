import StatusCore

/// The callers that wait for a resource, each with its ticket.
struct Callers {
  private var tickets: [WaiterID: Ticket<ResourceSnapshot>] = [:]
  private var count = 0

  var isEmpty: Bool { tickets.isEmpty }

  mutating func add(_ ticket: Ticket<ResourceSnapshot>) -> WaiterID {
    let id = WaiterID(count)
    count += 1
    tickets[id] = ticket
    return id
  }

  /// - Returns: The ticket of the one that left; nil if it had left before.
  mutating func remove(_ id: WaiterID) -> Ticket<ResourceSnapshot>? { tickets.removeValue(forKey: id) }
}
