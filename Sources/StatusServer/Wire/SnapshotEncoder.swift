import Engine
import Jansson
import Reactor
import StatusCore

/// Encodes snapshots once for each change; every session and caller without a view of its own shares the text.
///
/// A session with a view has an encoder of its own, which takes the members that are the same for all from the shared
/// one and writes its own behind them.
@LoopActor
final class SnapshotEncoder {
  private let snapshots = EncodedResources()
  private let summaries = EncodedResources()
  /// Snapshots, and snapshots without their values, up to where views begin to differ.
  private let (prefixes, summaryPrefixes) = (EncodedResources(), EncodedResources())
  private var location = (generation: -1, snapshot: JSONText.null)
  private let view: SnapshotView?
  /// The encoder whose prefixes and location this one shares; nil for the shared one.
  private let shared: SnapshotEncoder?

  init() {
    (view, shared) = (nil, nil)
  }

  init(view: @escaping SnapshotView, sharing shared: SnapshotEncoder) {
    (self.view, self.shared) = (view, shared)
  }

  /// The encoded present snapshot of a resource.
  func snapshot(of resource: Resource) -> JSONText {
    snapshots.text(of: resource) { snapshot in
      guard let view, let shared else { return text(of: snapshot) }
      return JSONText { $0.object(shared.prefix(of: resource), tail: view(snapshot)) }
    }
  }

  /// The same for the resource of that id; a snapshot that says nothing if there is none.
  func snapshot(of id: ResourceID, in resources: Resources) -> JSONText {
    resources[id].map { snapshot(of: $0) } ?? text(of: ResourceSnapshot(resource: id))
  }

  /// The encoded present snapshot of a resource without its value.
  func summary(of resource: Resource) -> JSONText {
    summaries.text(of: resource) { snapshot in
      guard let view, let shared else { return JSONText { $0.resourceSummary(snapshot) } }
      return JSONText { $0.object(shared.summaryPrefix(of: resource), tail: view(snapshot)) }
    }
  }

  private func prefix(of resource: Resource) -> JSONText {
    prefixes.text(of: resource) { snapshot in
      let value = snapshot.value.map { JSONText(trusting: $0.text) }
      return JSONText { $0.snapshotPrefix(snapshot, value: value) }
    }
  }

  private func summaryPrefix(of resource: Resource) -> JSONText {
    summaryPrefixes.text(of: resource) { snapshot in
      JSONText { $0.snapshotPrefix(snapshot, value: nil) }
    }
  }

  /// The last members of a snapshot as this session sees them.
  func tail(of snapshot: ResourceSnapshot) -> SnapshotTail { view?(snapshot) ?? SnapshotTail(snapshot) }

  /// What this session is told of the polling of a resource.
  func autoPolling(of snapshot: ResourceSnapshot) -> AutoPolling {
    view?(snapshot).autoPolling ?? snapshot.autoPolling
  }

  /// The encoded present snapshot of the location.
  ///
  /// A thousand subscriptions to one location share this text.
  func snapshot(of location: Location) -> JSONText {
    if let shared { return shared.snapshot(of: location) }
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
    return JSONText { $0.snapshot(snapshot, value: value, tail: view?(snapshot) ?? SnapshotTail(snapshot)) }
  }
}
