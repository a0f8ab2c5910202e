import Jansson
import Reactor
import StatusCore

/// The store of a scenario: it is full until something is done about it, and keeps nothing.
@LoopActor
final class FullStore: ValueStore {
  private var isFull = true

  var isThere: Bool { true }

  func keep(_ value: JSONText, of resource: ResourceName) throws(Problem) {
    if isFull { throw Problem(.outOfSpace) }
  }

  func free() { isFull = false }
  func raiseQuota() { isFull = false }
}
