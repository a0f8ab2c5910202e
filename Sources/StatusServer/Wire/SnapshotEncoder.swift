import Engine
import Jansson
import Reactor
import StatusCore

/// Encodes snapshots once for each change; every session and caller shares the text.
@LoopActor
final class SnapshotEncoder {
  private struct Entry {
    /// The generation of the resource when `snapshot` was encoded.
    var generation = -1
    var snapshot = JSONText.null
  }

  private var entries: [ResourceName: Entry] = [:]
  private weak var sharedPatches: ValuePatches?

  /// The encoded present snapshot of a resource.
  func snapshot(of resource: Resource) -> JSONText {
    if let entry = entries[resource.name], entry.generation == resource.generation { return entry.snapshot }
    let snapshot = resource.snapshot
    let value = value(of: snapshot)
    let text = JSONText { $0.snapshot(snapshot, value: value) }
    entries[resource.name, default: Entry()].snapshot = text
    entries[resource.name, default: Entry()].generation = resource.generation
    return text
  }

  /// What is kept for sessions that want patches; whoever wants them has to hold it.
  var patches: ValuePatches {
    let patches = sharedPatches ?? ValuePatches()
    sharedPatches = patches
    return patches
  }

  /// The value of a snapshot, whose text is shared and not copied; nil if it has none.
  func value(of snapshot: ResourceSnapshot) -> JSONText? {
    snapshot.value.map { JSONText(trusting: $0.text) }
  }

  /// Encodes a snapshot that may be older than the present one.
  func text(of snapshot: ResourceSnapshot) -> JSONText {
    let value = value(of: snapshot)
    return JSONText { $0.snapshot(snapshot, value: value) }
  }
}
