import OrderedCollections
import Reactor

/// A party on whose behalf the engine acts: a session, a status bar or a test.
///
/// Everything that is made for an owner (observers, subscriptions, wishes to poll) ends with
/// ``Engine/forget(_:)``. Owners are compared by identity.
package final class Owner: Sendable {
  /// The name of the owner in the log.
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}

extension Owner: Hashable {
  package static func == (left: Owner, right: Owner) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The owners for whom the resources are polled that the configuration polls, in order of arrival.
@LoopActor
final class PollingOwners {
  private var owners: OrderedSet<Owner> = []

  var all: [Owner] { owners.elements }

  func contains(_ owner: Owner) -> Bool { owners.contains(owner) }

  func add(_ owner: Owner) {
    owners.append(owner)
  }

  func remove(_ owner: Owner) {
    owners.remove(owner)
  }
}
