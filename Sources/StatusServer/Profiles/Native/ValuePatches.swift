import Jansson
import Reactor
import StatusCore

/// What is kept for clients that want patches: of each resource, the value that is published and the one before.
///
/// All sessions share it, so memory does not grow with slow readers: one that was last sent an older value gets the
/// whole value. It goes with the last session that wants patches.
@LoopActor
final class ValuePatches {
  private struct Version {
    /// The revision at which the value came.
    let revision: Int
    let value: ResourceValue
  }

  private struct Entry {
    var present: Version
    var previous: Version?
    /// The patch from the previous value to the present one, once it was wanted; empty if there is none.
    var patch: [JSONText]?
  }

  private var entries: [ResourceID: Entry] = [:]

  init() {}

  /// The patch to the value of a snapshot (RFC 6902), unless it is larger than the value or its base is not kept.
  ///
  /// - Parameter base: The `valueRevision` that the client was last sent; nil if it was sent none.
  func patch(from base: Int?, to snapshot: ResourceSnapshot) -> JSONText? {
    guard let value = snapshot.value else { return nil }
    note(Version(revision: snapshot.valueRevision, value: value), of: snapshot.id)
    guard let base, let entry = entries[snapshot.id] else { return nil }
    if base == entry.present.revision { return Self.nothing }
    guard let previous = entry.previous, base == previous.revision else { return nil }
    let patch = entry.patch ?? Self.patch(from: previous.value, to: entry.present.value)
    entries[snapshot.id]?.patch = patch
    return patch.first
  }

  /// Forgets the values of an instance that is no more.
  func forget(_ instance: ResourceID) {
    entries[instance] = nil
  }

  private func note(_ version: Version, of resource: ResourceID) {
    guard let entry = entries[resource] else {
      entries[resource] = Entry(present: version)
      return
    }
    guard entry.present.revision != version.revision else { return }
    entries[resource] = Entry(present: version, previous: entry.present)
  }

  private static let nothing = JSONText(trusting: Array("[]".utf8))

  private static func patch(from former: ResourceValue, to present: ResourceValue) -> [JSONText] {
    let patch = JSONPatch.patch(from: former.text.span, to: present.text.span)
    return patch.map { [JSONText(trusting: $0)] } ?? []
  }
}
