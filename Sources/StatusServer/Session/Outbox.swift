import Engine
import Jansson
import OrderedCollections
import Reactor

/// What the client has yet to be notified of.
///
/// It keeps names and no messages: at most one notification waits for each resource and for each subscription of
/// the location, and what it says is read when it is written. So a client that reads slowly gets the newest
/// state, and how much it missed.
@LoopActor
final class Outbox {
  private let profile: any Profile
  private let statistics: Statistics
  private let write: @LoopActor (JSONText) -> Void
  /// Changes since something was last reported, in the order of the first.
  private var changes: OrderedDictionary<Change, Int> = [:]

  init(_ profile: any Profile, _ statistics: Statistics, write: @escaping @LoopActor (JSONText) -> Void) {
    self.profile = profile
    self.statistics = statistics
    self.write = write
  }

  /// Something has changed.
  func note(_ change: Change) {
    if profile.wants(change) { changes[change, default: 0] += 1 }
  }

  /// Nothing more is reported of it.
  func drop(_ change: Change) {
    changes[change] = nil
  }

  /// Writes everything that waits; before a response, this is what lets a client read its own writes.
  func flush() {
    guard !changes.isEmpty else { return }
    let noted = changes
    changes = [:]
    for (change, count) in noted {
      write(profile.notification(of: change, coalesced: count - 1))
      statistics.notificationsSent += 1
      statistics.notificationsCoalesced += count - 1
    }
  }
}
