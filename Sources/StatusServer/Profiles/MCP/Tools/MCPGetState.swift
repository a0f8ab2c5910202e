import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// `get_state`: what is known of a resource, or of a part of it; nothing is fetched.
struct MCPGetState: MCPTool {
  let resources: Resources
  let encoder: MCPEncoder

  let signature = MethodSignature.tool(
    "get_state",
    [
      .optional("resource", .string), .optional("path", .string), .optional("offset", .number(0...1e9)),
      .optional("limit", .number(1...1_000)), .optional("ifRevision", .integer),
      .optional("arguments", .object),
    ])

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let resource = try arguments.resource(among: resources)
    if let known = arguments.integer("ifRevision"), known == resource.snapshot.revision {
      return .result(encoder.unchanged(resource, in: call.version))
    }
    guard let selection = try arguments.selection else {
      return .result(encoder.result(of: resource, in: call.version))
    }
    return .result(try encoder.result(of: resource, selection, in: call.version))
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
            "arguments.path may be \(ValueSelection.longestPath) bytes long, got \(selection.path.utf8.count)",
            path: "/arguments/path", limit: ValueSelection.longestPath))
      }
      return selection
    }
  }
}
