import Engine
import Jansson
import Reactor
import StatusCore

/// The tools as `tools/list` describes them: `schema/mcp/tools.json` of the binary, with the names of the resources.
@LoopActor
struct MCPToolList {
  /// So many names are listed in the schema of a tool, and no more: `list_resources` has them all.
  private static let mostNames = 50
  /// The description of each tool, in the order in which they are listed.
  private static let described: [[UInt8]] = {
    let document = SchemaFile.tools.minified
    guard let place = try? JSONPointer.find("/tools", in: document),
      let tools = JSONParts(of: document, at: place.lowerBound)
    else { return [] }
    return tools.map { Array(document[$0.value]) }
  }()

  /// The members of `enum` for the argument `resource`; nil for none.
  private let names: [UInt8]?
  private let hasClock: Bool

  /// - Parameter resources: nil where they are not known yet.
  init(_ resources: Resources?, hasClock: Bool) {
    names = resources.map { $0.names.map(\.rawValue) }.flatMap { all in
      all.count <= Self.mostNames ? JSONText { $0.array(of: all) { $0.string($1) } }.bytes : nil
    }
    self.hasClock = hasClock
  }

  /// Every tool, with the members that a version has.
  func texts(in version: MCPVersion) -> [JSONText] {
    Self.described.compactMap { text(of: $0, in: version) }
  }

  private func text(of tool: [UInt8], in version: MCPVersion) -> JSONText? {
    guard let members = JSONParts(of: tool) else { return nil }
    var kept: [(name: String, value: [UInt8])] = []
    for member in members {
      guard let place = member.name else { continue }
      let name = JSONString.decode(tool.span.extracting(place))
      let value = Array(tool[member.value])
      if name == "name", !hasClock, value.span.spells(#""advance_clock""#) { return nil }
      if has(name, version) { kept.append((name, name == "inputSchema" ? named(value) : value)) }
    }
    return JSONText { json in
      json.object { json in
        for member in kept {
          json.member(named: member.name) { $0.text(JSONText(trusting: member.value)) }
        }
      }
    }
  }

  private func has(_ member: String, _ version: MCPVersion) -> Bool {
    switch member {
    case "title", "outputSchema": version.hasStructuredContent
    case "annotations": version.hasAnnotations
    default: true
    }
  }

  /// The schema of the arguments, with the names that the argument `resource` may have.
  private func named(_ schema: [UInt8]) -> [UInt8] {
    guard let names, let place = try? JSONPointer.find("/properties/resource", in: schema) else {
      return schema
    }
    return Array(schema[..<(place.upperBound - 1)]) + Array(#","enum":"#.utf8) + names
      + Array(schema[(place.upperBound - 1)...])
  }
}
