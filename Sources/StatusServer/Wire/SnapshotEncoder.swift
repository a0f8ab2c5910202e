import Engine
import Jansson
import Reactor
import StatusCore

/// Encodes snapshots once for each change; every session and caller without a view of its own shares the text.
///
/// A session with a view has an encoder of its own, which takes the members that are the same for all from the shared
/// texts and writes its own behind them. Sessions that see the same share that text too.
@LoopActor
final class SnapshotEncoder {
  private let texts: EncodedTexts
  /// Those of the texts that most calls ask for, reached without a reference to the others.
  private let snapshots: EncodedResources
  private let view: SnapshotView?

  init() {
    (texts, view) = (EncodedTexts(), nil)
    snapshots = texts.snapshots
  }

  init(view: @escaping SnapshotView, sharing other: SnapshotEncoder) {
    (texts, self.view) = (other.texts, view)
    snapshots = texts.snapshots
  }

  /// Whether its session sees snapshots in its own way, which may change while they do not.
  var hasView: Bool { view != nil }

  /// The encoded present snapshot of a resource.
  func snapshot(of resource: Resource) -> JSONText {
    guard let view else { return snapshots.text(of: resource) { text(of: $0) } }
    let tail = view(resource.snapshot)
    return texts.views.text(of: resource, as: tail) {
      JSONText { $0.object(texts.prefix(of: resource), tail: tail) }
    }
  }

  /// The same for the resource of that id; a snapshot that says nothing if there is none.
  func snapshot(of id: ResourceID, in resources: Resources) -> JSONText {
    resources[id].map { snapshot(of: $0) } ?? text(of: ResourceSnapshot(resource: id))
  }

  /// The encoded present snapshot of a resource without its value.
  func summary(of resource: Resource) -> JSONText {
    guard let view else {
      return texts.summaries.text(of: resource) { snapshot in JSONText { $0.resourceSummary(snapshot) } }
    }
    let tail = view(resource.snapshot)
    return texts.summaryViews.text(of: resource, as: tail) {
      JSONText { $0.object(texts.summaryPrefix(of: resource), tail: tail) }
    }
  }

  /// The last members of a snapshot as this session sees them.
  func tail(of snapshot: ResourceSnapshot) -> SnapshotTail { view?(snapshot) ?? SnapshotTail(snapshot) }

  /// The encoded present snapshot of the location.
  ///
  /// A thousand subscriptions to one location share this text.
  func snapshot(of location: Location) -> JSONText {
    if texts.location.generation != location.generation {
      texts.location = (location.generation, JSONText { $0.location(location.snapshot) })
    }
    return texts.location.snapshot
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

/// What was encoded for all sessions.
@LoopActor
private final class EncodedTexts {
  let snapshots = EncodedResources()
  let summaries = EncodedResources()
  /// Snapshots, and snapshots without their values, as sessions with views see them.
  let (views, summaryViews) = (EncodedViews(), EncodedViews())
  /// The same up to where views begin to differ.
  private let (prefixes, summaryPrefixes) = (EncodedResources(), EncodedResources())
  var location = (generation: -1, snapshot: JSONText.null)

  func prefix(of resource: Resource) -> JSONText {
    prefixes.text(of: resource) { snapshot in
      let value = snapshot.value.map { JSONText(trusting: $0.text) }
      return JSONText { $0.snapshotPrefix(snapshot, value: value) }
    }
  }

  func summaryPrefix(of resource: Resource) -> JSONText {
    summaryPrefixes.text(of: resource) { snapshot in
      JSONText { $0.snapshotPrefix(snapshot, value: nil) }
    }
  }
}

/// What was encoded of each resource for views of it, as long as the resource stays the same.
@LoopActor
private final class EncodedViews {
  private struct View {
    let tail: SnapshotTail
    let text: JSONText
  }

  /// By the number of the resource.
  private var views: [(generation: Int, views: [View])] = []
  /// Most sessions see the same; of what more see differently, no text is kept.
  private static let most = 16

  /// The text of a resource as it is now for a view, which `encode` makes unless it was made before.
  func text(of resource: Resource, as tail: SnapshotTail, _ encode: () -> JSONText) -> JSONText {
    let (number, generation) = (resource.number, resource.generation)
    while views.count <= number { views.append((-1, [])) }
    if views[number].generation != generation { views[number] = (generation, []) }
    if let view = views[number].views.first(where: { $0.tail.hasMembers(of: tail) }) { return view.text }
    let text = encode()
    if views[number].views.count < Self.most { views[number].views.append(View(tail: tail, text: text)) }
    return text
  }
}
