import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import Text

// Which version a request speaks, and whether that version has its method (docs/mcp.md, “Versions”).

extension MCPProfile {
  /// The params' member that says how a request is meant.
  private static let meta = ShortBytes("_meta")

  /// What is to be known of a call.
  ///
  /// - Throws: What is wrong with it, whichever method it calls.
  func judged(_ call: Call) throws(CallRefusal) -> MCPCall {
    let usual = negotiated ?? .newestOfHandshake
    // Notifications get no response in any version.
    guard let id = call.id else { return MCPCall(usual) }
    guard id.isOfMCP else {
      throw CallRefusal(
        ProtocolProblem(.invalidRequest, reason: "idType", "id must be a string or a whole number"))
    }
    if call.params?.kind == .array {
      throw CallRefusal(
        ProtocolProblem(.invalidParams, reason: "type", "params must be an object, got an array", path: ""))
    }
    var meta = MCPMeta()
    // No closure: each that is isolated costs 350 instructions.
    if let name = Self.meta, let text = call.params?.text(named: name) { meta = lastMeta.read(text) }
    if let version = meta.version { return try judged(call, id, meta, version) }
    let noted = MCPCall(usual, id: id, meta: meta)
    try requireHandshakeMethod(call, noted)
    return noted
  }

  private func requireHandshakeMethod(_ call: Call, _ noted: MCPCall) throws(CallRefusal) {
    guard let callers = MCPCallers(of: call.name, hasTasks: tasks.isOn) else {
      throw unknown(call.method, noted)
    }
    if callers == .unversioned || callers != .perRequest && negotiated != nil { return }
    let naming = "name 2026-07-28 in params._meta[\"io.modelcontextprotocol/protocolVersion\"]"
    let ways = callers == .perRequest ? naming : "call initialize first, or \(naming)"
    throw CallRefusal(
      ProtocolProblem(
        .invalidParams, reason: "missing", "\(call.method) needs a protocol version: \(ways)", path: "/_meta"),
      note: noted)
  }

  /// A request that names its version.
  private func judged(
    _ call: Call, _ id: RequestID, _ meta: MCPMeta, _ version: [UInt8]
  ) throws(CallRefusal) -> MCPCall {
    let noted = MCPCall(.perRequest, id: id, meta: meta)
    func mistyped(_ member: String, _ expected: String) -> CallRefusal {
      let path = "/_meta" + JSONPointer.token("io.modelcontextprotocol/" + member)
      return CallRefusal(
        ProtocolProblem(
          .invalidParams, reason: "type",
          "params._meta[\"io.modelcontextprotocol/\(member)\"] must be \(expected)", path: path), note: noted)
    }
    guard version.first == UInt8(ascii: "\"") else { throw mistyped("protocolVersion", "a string") }
    let requested = JSONString.decode(version.span)
    guard requested == MCPVersion.perRequest.rawValue else {
      noted.errorForm = .unsupportedVersion(requested: requested.excerpt)
      throw CallRefusal(
        ProtocolProblem(
          .invalidParams, reason: "version",
          "A request can name 2026-07-28 alone, got \(requested.quoted); older versions begin with initialize"
        ),
        note: noted)
    }
    guard meta.capabilities?.first == UInt8(ascii: "{") else {
      throw mistyped("clientCapabilities", "an object")
    }
    switch MCPCallers(of: call.name, hasTasks: tasks.isOn) {
    case .perRequest, .all: return noted
    case .unversioned, .ofHandshake, .perRequestWithTasks, nil: throw unknown(call.method, noted)
    }
  }

  /// The refusal of a method that there is not.
  ///
  /// A client that calls a method of statusd's own was started with the wrong command, which the log says once.
  private func unknown(_ method: String, _ noted: MCPCall) -> CallRefusal {
    guard MethodDescription.names.contains(method) else {
      let version = noted.version.rawValue
      return Self.refusal(
        .noMethod(method.excerpt, of: version, nearest: MCPCallers.nearest(to: method)), noted)
    }
    warning.give(to: engine.logger, method: method)
    return Self.refusal(.methodOfServe(method), noted)
  }

  private static func refusal(_ request: Explanation.Request, _ noted: MCPCall) -> CallRefusal {
    CallRefusal(Problem(.methodNotFound, explanation: .request(request)), note: noted)
  }
}
