import Jansson
import StatusCore

extension Ticket {
  /// A ticket for one fetch, settled with the snapshot or the failure that it ends in.
  static func fetch(of resource: Resource, for operation: Operation) -> Ticket {
    let ticket = Ticket()
    let waiter = resource.fetch(operation) { ticket.settle($0) }
    ticket.withdraw = { resource.leave(waiter) }
    return ticket
  }
}
