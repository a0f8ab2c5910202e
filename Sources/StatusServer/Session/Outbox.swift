import Engine
package import Jansson
import OrderedCollections
import Reactor
import StatusCore

/// What a profile publishes by itself, beside the changes of the engine: the screens that a client has open, or the
/// progress of its calls.
@LoopActor
protocol ProfileNews: AnyObject {
  /// Writes a notification for each thing that the client was last sent in another state.
  func flush(_ write: MessageOutput)

  /// Nothing can be written in this turn.
  func hold()

  /// Whether one of them shows this resource.
  func show(_ resource: ResourceID) -> Bool
}

/// Takes the messages of a session, one at a time.
///
/// It gets what writes one complete message, without its frame, and calls that at once. So a message is written
/// where it goes, and is no value of its own on the way.
package typealias MessageOutput = @LoopActor (_ message: (inout JSONWriter) -> Void) -> Void

/// The changes that the client has not been notified of yet.
///
/// The outbox keeps names and counts but no messages: at most one notification waits for each resource and
/// for each subscription of the location. Its content is read when it is written. So a client that reads
/// slowly gets the newest state and the number of notifications that it missed. What a profile publishes by itself
/// keeps what the client was last sent, and writes the one difference to now.
@LoopActor
final class Outbox {
  private let profile: SpokenProfile
  private let statistics: Statistics
  private let write: MessageOutput
  /// How often each thing has changed since it was last published, in the order of the first change.
  private var changes: OrderedDictionary<Change, Int> = [:] {
    didSet { hasNothing = changes.isEmpty && news == nil }
  }
  /// Kept beside the changes, which are not to be had without a check of exclusive access.
  private var hasNothing = true
  /// What the profile publishes by itself; nil while there is nothing.
  var news: (any ProfileNews)? {
    didSet { hasNothing = changes.isEmpty && news == nil }
  }

  /// Marked when there is something to write.
  var endOfTurn: LoopHook?

  /// Whether notifications wait.
  var isWaiting: Bool { !changes.isEmpty }

  init(_ profile: SpokenProfile, _ statistics: Statistics, write: @escaping MessageOutput) {
    self.profile = profile
    self.statistics = statistics
    self.write = write
  }

  /// Notes a change, if the client wants to be notified of it.
  func note(_ change: Change) {
    guard profile.wants(change) else { return }
    changes[change, default: 0] += 1
    endOfTurn?.mark()
  }

  /// Whether the client has yet to be notified of an instance, or sees it on a screen.
  func isAwaited(_ instance: ResourceID) -> Bool {
    changes[.resource(instance)] != nil || news?.show(instance) ?? false
  }

  /// Forgets a change, so that it is not published.
  func drop(_ change: Change) {
    changes[change] = nil
  }

  /// Writes all waiting notifications.
  ///
  /// The session calls this before each response, so a client sees the effect of its call before the
  /// response.
  func flush() {
    guard !hasNothing else { return }
    var noted = changes
    changes = [:]
    for (change, count) in noted {
      profile.publish(change, coalesced: count - 1, to: write)
      statistics.noteNotification(of: change, coalesced: count - 1)
    }
    // The memory of a few serves again.
    if changes.isEmpty, 1...Self.fewChanges ~= noted.count {
      noted.removeAll(keepingCapacity: true)
      changes = noted
    }
    news?.flush(write)
  }

  /// Writes those that need no further memory, and leaves the others.
  ///
  /// - Returns: Whether some are left.
  func flushSmall() -> Bool {
    let large = changes.filter { profile.sharedText(of: $0.key).map(Self.needsMemory) ?? false }
    guard !large.isEmpty else {
      flush()
      return false
    }
    changes = changes.filter { large[$0.key] == nil }
    flush()
    changes = large
    return true
  }

  /// Whether a text has a part that is large and waits for no reader yet.
  private static func needsMemory(_ text: JSONText) -> Bool {
    text.pieces.contains { $0.count > largeText && !OutputStream.keeps($0) }
  }

  private static let largeText = 65_536
  private static let fewChanges = 16

  /// The client reads slowly, so notifications wait for another turn.
  func hold() {
    news?.hold()
  }
}
