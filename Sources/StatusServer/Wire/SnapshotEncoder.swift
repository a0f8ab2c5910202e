import Engine
import Jansson
import Reactor
import StatusCore

/// Snapshots as text, made once for each change and shared by every session and caller.
@LoopActor
final class SnapshotEncoder {
  private struct Entry {
    /// Of the resource when the snapshot was encoded.
    var generation = -1
    var snapshot = JSONText.null
    /// Of the snapshot when the value came.
    var valueRevision = -1
    var value: JSONText?
  }

  private var entries: [ResourceName: Entry] = [:]

  /// The snapshot of a resource as it is now.
  func snapshot(of resource: Resource) -> JSONText {
    if let entry = entries[resource.name], entry.generation == resource.generation { return entry.snapshot }
    let snapshot = resource.snapshot
    let value = value(of: snapshot)
    let text = JSONText { $0.snapshot(snapshot, value: value) }
    entries[resource.name, default: Entry()].snapshot = text
    entries[resource.name, default: Entry()].generation = resource.generation
    return text
  }

  /// The value of a snapshot; nil without one.
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

  /// A snapshot as it was.
  func text(of snapshot: ResourceSnapshot) -> JSONText {
    let value = value(of: snapshot)
    return JSONText { $0.snapshot(snapshot, value: value) }
  }
}
