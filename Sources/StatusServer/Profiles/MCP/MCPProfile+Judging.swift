import JSONRPC
import Jansson
import Reactor
import Text

// Which version a request speaks, and whether that version has its method (docs/mcp.md, “Versions”).

extension MCPProfile {
  private static let handshakeOnly: Set = [
    "initialize", "ping", "resources/subscribe", "resources/unsubscribe",
  ]
  private static let perRequestOnly: Set = ["server/discover", "subscriptions/listen"]
  private static let both: Set = [
    "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
  ]
  private static let known = KnownNames((handshakeOnly.union(perRequestOnly).union(both)).sorted())

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
    let meta = Self.meta.flatMap { call.params?.text(named: $0) }.map(MCPMeta.init) ?? MCPMeta()
    if let version = meta.version { return try judged(call, id, meta, version) }
    let noted = MCPCall(usual, id: id, meta: meta)
    try requireHandshakeMethod(call, noted)
    return noted
  }

  private func requireHandshakeMethod(_ call: Call, _ noted: MCPCall) throws(CallRefusal) {
    let method = call.method
    if method == "initialize" || method == "ping" { return }
    let isOfHandshake = Self.both.contains(method) || Self.handshakeOnly.contains(method)
    guard isOfHandshake || Self.perRequestOnly.contains(method) else { throw Self.unknown(method, noted) }
    if isOfHandshake, negotiated != nil { return }
    let ways =
      isOfHandshake
      ? "call initialize first, or name 2026-07-28 in params._meta[\"io.modelcontextprotocol/protocolVersion\"]"
      : "name 2026-07-28 in params._meta[\"io.modelcontextprotocol/protocolVersion\"]"
    throw CallRefusal(
      ProtocolProblem(
        .invalidParams, reason: "missing", "\(method) needs a protocol version: \(ways)", path: "/_meta"),
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
    let method = call.method
    guard Self.both.contains(method) || Self.perRequestOnly.contains(method) else {
      throw Self.unknown(method, noted)
    }
    return noted
  }

  private static func unknown(_ method: String, _ noted: MCPCall) -> CallRefusal {
    let nearest = known.nearest(to: method).map { ", did you mean \($0)?" } ?? ""
    return CallRefusal(
      ProtocolProblem(
        .methodNotFound, "\(noted.version.rawValue) has no method \(method.quoted) here\(nearest)"),
      note: noted)
  }
}
