import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// `tools/list`: all tools on one page.
struct MCPListTools: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "tools/list", [.optional("cursor", .string)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    if let cursor = arguments.string("cursor") { throw .unknownCursor(cursor) }
    let version = profile.current.version
    let tools = MCPToolList(profile.engine.resources, hasClock: profile.engine.clock != nil)
    return .result(
      JSONText { json in
        json.object { json in
          json.member("tools") { $0.array(of: tools.texts(in: version)) { $0.text($1) } }
          json.caching(.constant, in: version)
        }
      })
  }
}

/// `tools/call`: calls a tool; what a tool refuses is a result that says so.
struct MCPCallTool: Method {
  unowned let profile: MCPProfile
  let budget: JSONBudget

  let signature = MethodSignature(
    "tools/call",
    [
      .required("name", .string), .optional("arguments", .object), .optional("requestState", .string),
      .optional("inputResponses", .object),
    ], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let name = arguments.string("name") ?? ""
    guard let tool = profile.tools[name] else {
      throw .unknownName(name, of: .tool, known: profile.tools.names, path: "/name")
    }
    profile.begin()
    let call = profile.current
    call.isToolCall = true
    if call.version == .perRequest {
      call.requestState = arguments.string("requestState")
      call.inputResponses = arguments.object("inputResponses")
    }
    return try tool.tool.call(try ownArguments(of: tool, in: arguments), call)
  }

  /// The arguments of the tool, checked against its own signature.
  private func ownArguments(
    of tool: MCPToolTable.Entry, in arguments: Arguments
  ) throws(Problem) -> Arguments {
    do throws(ProtocolProblem) {
      let call = try Call(tool.signature.name, params: arguments.text("arguments"), budget: budget)
      return try Arguments(call.params, for: tool.signature)
    } catch {
      throw Problem(error)
    }
  }
}

extension Problem {
  /// `invalidParams`: there are no further pages.
  static func unknownCursor(_ cursor: String) -> Problem {
    Problem(
      ProtocolProblem(
        .invalidParams, reason: "unknown", "params.cursor must be one that this server has given",
        path: "/cursor"))
  }
}
