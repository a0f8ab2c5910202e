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
    /// The revision at which the value came.
    var valueRevision = -1
    var value: JSONText?
  }

  private var entries: [ResourceName: Entry] = [:]

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

  /// The encoded value of a snapshot; nil if it has none.
  func value(of snapshot: ResourceSnapshot) -> JSONText? {
    guard let value = snapshot.value else { return nil }
    let entry = entries[snapshot.resource] ?? Entry()
    if entry.valueRevision == snapshot.valueRevision, let text = entry.value { return text }
    let text = JSONText { $0.resourceValue(value) }
    if snapshot.valueRevision > entry.valueRevision {
      entries[snapshot.resource, default: Entry()].value = text
      entries[snapshot.resource, default: Entry()].valueRevision = snapshot.valueRevision
    }
    return text
  }

  /// Encodes a snapshot that may be older than the present one.
  func text(of snapshot: ResourceSnapshot) -> JSONText {
    let value = value(of: snapshot)
    return JSONText { $0.snapshot(snapshot, value: value) }
  }
}
