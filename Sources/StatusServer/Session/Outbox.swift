import JSONRPC
import Jansson
import OrderedCollections
import Reactor
import StatusCore

/// What clients have yet to be told of.
///
/// It keeps names and no messages: at most one notification waits for each resource and for each subscription of
/// the location, and what it says is read when it is written. So a client that reads slowly gets the newest
/// state, and how much it missed.
@LoopActor
final class Outbox {
  /// What a notification is about.
  private enum Subject: Hashable {
    case resource(ResourceName)
    case location(SubscriptionID)
  }

  private let resources: Resources
  private let location: Location
  private let statistics: Statistics
  private let write: @LoopActor (JSONText) -> Void
  /// Changes since something was last told of, in the order of the first.
  private var changes: OrderedDictionary<Subject, Int> = [:]

  /// What is told at all; a client can opt out in `initialize`.
  var tells = ToldNotifications()

  init(
    resources: Resources, location: Location, statistics: Statistics,
    write: @escaping @LoopActor (JSONText) -> Void
  ) {
    self.resources = resources
    self.location = location
    self.statistics = statistics
    self.write = write
    for resource in resources.all {
      resource.changed = { [weak self] name in
        if self?.tells.stateChanged == true { self?.note(.resource(name)) }
      }
    }
    location.due = { [weak self] id in
      if self?.tells.locationChanged == true { self?.note(.location(id)) }
    }
    location.ended = { [weak self] in self?.changes[.location($0)] = nil }
  }

  /// Writes everything that waits; before an answer, this is what lets a client read its own writes.
  func flush() {
    guard !changes.isEmpty else { return }
    let told = changes
    changes = [:]
    for (subject, count) in told {
      write(notification(of: subject, coalesced: count - 1))
      statistics.notificationsSent += 1
      statistics.notificationsCoalesced += count - 1
    }
  }

  private func notification(of subject: Subject, coalesced: Int) -> JSONText {
    switch subject {
    case .resource(let name):
      let told = resources.known(name).told
      return OutgoingMessage.notification(
        "stateChanged", params: JSONText { $0.stateChanged(told, coalesced: coalesced) })
    case .location(let id):
      let snapshot = location.snapshot
      return OutgoingMessage.notification(
        "locationChanged", params: JSONText { $0.locationChanged(id, snapshot, coalesced: coalesced) })
    }
  }

  private func note(_ subject: Subject) {
    changes[subject, default: 0] += 1
  }
}

/// The notifications that a client wants; all, unless it says otherwise.
struct ToldNotifications {
  var stateChanged = true
  var locationChanged = true
}
