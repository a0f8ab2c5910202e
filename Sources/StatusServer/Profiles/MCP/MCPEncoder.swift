import Engine
import Jansson
import Reactor
import StatusCore

/// Encodes what tools and reads give, as large as an agent may get it; what is asked for often is encoded once for each
/// revision.
@LoopActor
final class MCPEncoder {
  private let engine: Engine
  private let snapshots: SnapshotEncoder
  /// Whole results of tools, with `structuredContent` and without.
  private let (structured, plain) = (EncodedResults(), EncodedResults())
  /// `limits.inlineBytes`.
  let inlineBytes: Int

  init(_ engine: Engine, _ snapshots: SnapshotEncoder) {
    (self.engine, self.snapshots) = (engine, snapshots)
    inlineBytes = engine.configuration.initial.limits.inlineBytes
  }

  // MARK: Results of tools

  /// The result that gives the present snapshot of a resource, its value cut if it is long.
  func result(of resource: Resource, in version: MCPVersion) -> JSONText {
    // What a session sees in its own way changes without a change of the resource.
    if snapshots.hasView { return content(of: resource.snapshot).text(in: version) }
    return results(in: version).present.text(of: resource) { content(of: $0).text(in: version) }
  }

  /// The result that gives a part of the present value of a resource.
  ///
  /// - Throws: `invalidParams` where there is nothing at the path.
  func result(
    of resource: Resource, _ selection: ValueSelection, in version: MCPVersion
  ) throws(Problem) -> JSONText {
    if snapshots.hasView { return try content(of: resource.snapshot, selection).text(in: version) }
    let parts = results(in: version).parts
    if let text = parts.text(of: resource, selection) { return text }
    let text = try content(of: resource.snapshot, selection).text(in: version)
    parts.add(text, of: resource, selection)
    return text
  }

  /// The result that says to whom knows the present revision that it is still that.
  func unchanged(_ resource: Resource, in version: MCPVersion) -> JSONText {
    results(in: version).unchanged.text(of: resource) { snapshot in
      MCPToolContent(
        JSONText { json in
          json.object { json in
            json.resource(snapshot.id)
            json.member("revision", snapshot.revision)
            json.member("unchanged", true)
          }
        }
      ).text(in: version)
    }
  }

  private func results(in version: MCPVersion) -> EncodedResults {
    version.hasStructuredContent ? structured : plain
  }

  /// The result that gives a snapshot, its value cut if it is long; the snapshot is seldom older than the present one.
  func result(of snapshot: ResourceSnapshot, in version: MCPVersion) -> JSONText {
    guard let resource = engine.resources[snapshot.id], resource.snapshot == snapshot else {
      return content(of: snapshot).text(in: version)
    }
    return result(of: resource, in: version)
  }

  /// A snapshot whose value is cut if it is long.
  func content(of snapshot: ResourceSnapshot) -> MCPToolContent {
    guard let value = snapshot.value, value.text.count > inlineBytes else {
      return MCPToolContent(snapshots.text(of: snapshot, in: engine.resources))
    }
    // The whole of a value is always there.
    guard let part = try? ValuePart(of: value.text, .whole, room: inlineBytes) else {
      return MCPToolContent(.null)
    }
    return content(of: snapshot, part)
  }

  /// A snapshot with a part of its value.
  ///
  /// - Throws: `invalidParams` where there is nothing at the path.
  private func content(
    of snapshot: ResourceSnapshot, _ selection: ValueSelection
  ) throws(Problem) -> MCPToolContent {
    guard let value = snapshot.value else {
      guard selection.path.isEmpty else {
        throw Problem(ValuePart.noValue)
      }
      return content(of: snapshot)
    }
    return content(of: snapshot, try ValuePart(of: value.text, selection, room: inlineBytes))
  }

  private func content(of snapshot: ResourceSnapshot, _ part: ValuePart) -> MCPToolContent {
    let tail = snapshots.tail(of: snapshot)
    let cut = JSONText { $0.snapshot(snapshot, value: part.value, tail: tail) }
    var content = MCPToolContent(
      JSONText { json in json.object(cut) { $0.member("part") { $0.part(part) } } })
    guard part.bytes > inlineBytes else { return content }
    content.link = MCPToolContent.Link(
      uri: MCPURI(snapshot.id), name: snapshot.id.title,
      size: snapshots.text(of: snapshot, in: engine.resources).count)
    return content
  }

  // MARK: Parts of results

  /// Every resource without its value, as `listResources` has it.
  var rows: [JSONText] {
    engine.resources.entries.flatMap { entry in
      switch entry {
      case .resource(let resource): [snapshots.summary(of: resource)]
      case .family(let family):
        [JSONText { $0.family(family) }] + family.instances.map { snapshots.summary(of: $0) }
      }
    }
  }

  func tail(of snapshot: ResourceSnapshot) -> SnapshotTail { snapshots.tail(of: snapshot) }

  func location(_ snapshot: LocationSnapshot) -> JSONText {
    snapshot == engine.location.snapshot
      ? snapshots.snapshot(of: engine.location) : JSONText { $0.location(snapshot) }
  }

  // MARK: Reads

  /// The present snapshot, whole.
  func whole(_ resource: Resource) -> JSONText { snapshots.snapshot(of: resource) }
  var location: JSONText { snapshots.snapshot(of: engine.location) }
}
