import Engine
import Jansson
import Reactor
import StatusCore

/// Encodes snapshots once for each change; every session and caller shares the text.
@LoopActor
final class SnapshotEncoder {
  private let snapshots = EncodedResources()
  private let summaries = EncodedResources()
  private var location = (generation: -1, snapshot: JSONText.null)

  /// The encoded present snapshot of a resource.
  func snapshot(of resource: Resource) -> JSONText {
    if let text = snapshots[resource] { return text }
    let text = text(of: resource.snapshot)
    snapshots[resource] = text
    return text
  }

  /// The same for the resource of that id; a snapshot that says nothing if there is none.
  func snapshot(of id: ResourceID, in resources: Resources) -> JSONText {
    resources[id].map { snapshot(of: $0) } ?? text(of: ResourceSnapshot(resource: id))
  }

  /// The encoded present snapshot of a resource without its value.
  func summary(of resource: Resource) -> JSONText {
    if let text = summaries[resource] { return text }
    let text = JSONText { $0.resourceSummary(resource.snapshot) }
    summaries[resource] = text
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

  /// An encoded snapshot that may be older than the present one.
  ///
  /// It seldom is: when a fetch ends, everyone who waited for it gets the present one.
  func text(of snapshot: ResourceSnapshot, in resources: Resources) -> JSONText {
    guard let resource = resources[snapshot.id], resource.snapshot == snapshot else {
      return text(of: snapshot)
    }
    return self.snapshot(of: resource)
  }

  private func text(of snapshot: ResourceSnapshot) -> JSONText {
    // The text of the value is shared and not copied.
    let value = snapshot.value.map { JSONText(trusting: $0.text) }
    return JSONText { $0.snapshot(snapshot, value: value) }
  }
}

/// What was encoded of each resource, as long as the resource stays the same.
@LoopActor
private final class EncodedResources {
  /// By the number of the resource; each with the generation that was encoded.
  private var texts: [(generation: Int, text: JSONText)] = []

  /// nil for a resource that has changed since.
  subscript(resource: Resource) -> JSONText? {
    get {
      let (number, generation) = (resource.number, resource.generation)
      guard number < texts.count, texts[number].generation == generation else { return nil }
      return texts[number].text
    }
    set {
      // In a variable: a property that is changed in place is checked for exclusive access wherever it is read.
      var changed = texts
      texts = []
      while changed.count <= resource.number { changed.append((-1, .null)) }
      changed[resource.number] = (newValue == nil ? -1 : resource.generation, newValue ?? .null)
      texts = changed
    }
  }
}
