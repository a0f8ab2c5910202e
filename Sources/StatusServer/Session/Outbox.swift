import JSONRPC
import Jansson
import Reactor
import StatusCore
import OrderedCollections

/// What clients have yet to be told of.
///
/// It keeps names and no messages: at most one notification waits for each resource, and what it says is
/// read when it is written. So a client that reads slowly gets the newest state, and how much it missed.
@LoopActor
final class Outbox {
  private let resources: Resources
  private let statistics: Statistics
  private let write: @LoopActor (JSONText) -> Void
  /// Changes since a resource was last told of, in the order of the first.
  private var changes: OrderedDictionary<ResourceName, Int> = [:]

  /// Whether `stateChanged` is sent; a client can opt out of it in `initialize`.
  var tellsStateChanges = true

  init(
    resources: Resources, statistics: Statistics, write: @escaping @LoopActor (JSONText) -> Void
  ) {
    self.resources = resources
    self.statistics = statistics
    self.write = write
    for resource in resources.all {
      resource.changed = { [weak self] in self?.note($0) }
    }
  }

  /// Writes everything that waits; before an answer, this is what lets a client read its own writes.
  func flush() {
    guard !changes.isEmpty else { return }
    let told = changes
    changes = [:]
    for (name, count) in told {
      let told = resources.known(name).told
      let params = JSONText { $0.stateChanged(told, coalesced: count - 1) }
      write(OutgoingMessage.notification("stateChanged", params: params))
      statistics.notificationsSent += 1
      statistics.notificationsCoalesced += count - 1
    }
  }

  private func note(_ name: ResourceName) {
    if tellsStateChanges { changes[name, default: 0] += 1 }
  }
}
