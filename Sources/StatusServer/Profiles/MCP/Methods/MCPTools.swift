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

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    if let cursor = arguments.string("cursor") { throw .unknownCursor(cursor) }
    let version = profile.current.version
    // Some clients keep the list for good, and the resources are not known yet.
    let resources = profile.misconfiguration == nil ? profile.engine.resources : nil
    let tools = MCPToolList(resources, hasClock: profile.engine.clock != nil)
    return .result(
      JSONText { json in
        json.object { json in
          json.member("tools") { $0.array(of: tools.texts(in: version)) { $0.text($1) } }
          json.caching(resources == nil ? .none : .constant, in: version)
        }
      })
  }
}

/// `tools/call`: calls a tool; what a tool refuses is a result that says so.
struct MCPCallTool: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "tools/call",
    [
      .required("name", .string), .optional("arguments", .arguments), .optional("requestState", .string),
      .optional("inputResponses", .object),
    ], ignoresUnknownParameters: true)

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    // Each look at what is unowned is counted.
    let profile = profile
    let tools = profile.tools
    guard let name = arguments.name("name"), let tool = tools[name] else {
      throw .unknownName(arguments.string("name") ?? "", of: .tool, known: tools.names, path: "/name")
    }
    let call = profile.current
    call.isToolCall = true
    if let misconfiguration = profile.misconfiguration {
      guard let own = try? arguments.ownArguments(of: tool), !tool.tool.needsConfiguration(own) else {
        throw misconfiguration.problem
      }
      return try tool.tool.call(own, call)
    }
    profile.begin()
    if call.version == .perRequest {
      call.requestState = arguments.string("requestState")
      call.inputResponses = arguments.object("inputResponses")
    }
    return try tool.tool.call(try arguments.ownArguments(of: tool), call)
  }
}

extension Arguments {
  /// The arguments of a tool, checked against its own signature.
  fileprivate func ownArguments(of tool: MCPToolTable.Entry) throws(Problem) -> Arguments {
    do throws(ProtocolProblem) {
      return try self.arguments("arguments", for: tool.signature)
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
