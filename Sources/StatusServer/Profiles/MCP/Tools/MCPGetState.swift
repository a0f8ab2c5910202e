import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// `get_state`: what is known of a resource, or of a part of it; nothing is fetched.
struct MCPGetState: MCPTool {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "get_state",
    [
      .optional("resource", .string), .optional("path", .string), .optional("offset", .number(0...1e9)),
      .optional("limit", .number(1...1_000)), .optional("ifRevision", .integer),
      .optional("arguments", .object),
    ])

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let resource = try arguments.resource(among: profile.engine.resources)
    if let known = arguments.integer("ifRevision"), known == resource.snapshot.revision {
      return .result(unchanged(resource).text(in: call.version))
    }
    guard let selection = try arguments.selection else {
      return .result(profile.encoder.result(of: resource, in: call.version))
    }
    let content = try profile.encoder.content(of: resource.snapshot, selection)
    return .result(content.text(in: call.version))
  }

  private func unchanged(_ resource: Resource) -> MCPToolContent {
    MCPToolContent(
      JSONText { json in
        json.object { json in
          json.resource(resource.id)
          json.member("revision", resource.snapshot.revision)
          json.member("unchanged", true)
        }
      })
  }
}

extension Arguments {
  /// The part of a value that is asked for; nil for all of it.
  @LoopActor
  fileprivate var selection: ValueSelection? {
    get throws(Problem) {
      let (path, offset, limit) = (string("path"), try index("offset"), try index("limit"))
      guard path != nil || offset != nil || limit != nil else { return nil }
      let selection = ValueSelection(path: path ?? "", offset: offset ?? 0, limit: limit)
      guard selection.path.utf8.count <= ValueSelection.longestPath else {
        throw Problem(
          ProtocolProblem(
            .invalidParams, reason: "range",
            "params.path may be \(ValueSelection.longestPath) bytes long, got \(selection.path.utf8.count)",
            path: "/path", limit: ValueSelection.longestPath))
      }
      return selection
    }
  }
}
