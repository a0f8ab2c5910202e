import Engine
import Jansson
import Reactor
import StatusCore

/// Encodes snapshots once for each change; every session and caller shares the text.
@LoopActor
final class SnapshotEncoder {
  /// The present snapshots, by the number of the resource; each with the generation that was encoded.
  private var snapshots: [(generation: Int, text: JSONText)] = []

  private struct Entry {
    /// The revision at which the value came.
    var valueRevision = -1
    var value: JSONText?
  }

  private var entries: [ResourceName: Entry] = [:]
  private var location = (generation: -1, snapshot: JSONText.null)

  /// The encoded present snapshot of a resource.
  func snapshot(of resource: Resource) -> JSONText {
    let (number, generation) = (resource.number, resource.generation)
    if number < snapshots.count, snapshots[number].generation == generation { return snapshots[number].text }
    let text = text(of: resource.snapshot)
    while snapshots.count <= number { snapshots.append((-1, .null)) }
    snapshots[number] = (generation, text)
    return text
  }

  /// The encoded present snapshot of the location.
  ///
  /// A thousand subscriptions to one location share this text.
  func snapshot(of location: Location) -> JSONText {
    if self.location.generation != location.generation {
      self.location = (location.generation, JSONText { $0.location(location.snapshot) })
    }
    return self.location.snapshot
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
