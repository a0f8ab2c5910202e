import Engine
import JSONRPC
import Jansson
import StatusCore

/// `initialize`: agrees on a version, once in a session.
struct MCPInitialize: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "initialize", [.required("protocolVersion", .string)], ignoresUnknownParameters: true)

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    guard profile.negotiated == nil else {
      var detail = FailureDetail()
      detail.reason = "initializedTwice"
      throw Problem(.invalidRequest, detail: detail, explanation: .request(.initializedTwice))
    }
    let requested = arguments.string("protocolVersion").flatMap(MCPVersion.init)
    let version = requested.flatMap { $0 == .perRequest ? nil : $0 } ?? .newestOfHandshake
    profile.negotiated = version
    return .result(
      JSONText { json in
        json.object { json in
          json.member("protocolVersion", version.rawValue)
          json.capabilities(hasTasks: false)
          json.member("serverInfo") { $0.implementation(hasTitle: version.hasStructuredContent) }
          json.member("instructions", MCPInstructions.text)
        }
      })
  }
}

/// `server/discover`: what a client that names its version in each request may name.
struct MCPDiscover: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature("server/discover", ignoresUnknownParameters: true)

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(
      JSONText { json in
        json.object { json in
          json.member("supportedVersions") { $0.array(of: MCPVersion.newestFirst) { $0.string($1) } }
          json.capabilities(hasTasks: profile.tasks.isOn)
          json.member("instructions", MCPInstructions.text)
          json.caching(.constant, in: .perRequest)
        }
      })
  }
}

/// `ping`: an empty result.
struct MCPPing: Method {
  let signature = MethodSignature("ping", ignoresUnknownParameters: true)

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(JSONText { $0.object { _ in } })
  }
}

/// `notifications/cancelled`: the request that it names gets no response, and nothing more is sent for it.
struct MCPCancelled: Method {
  unowned let profile: MCPProfile
  unowned let session: Session

  let signature = MethodSignature(
    "notifications/cancelled", [.required("requestId", .requestID)], ignoresUnknownParameters: true)

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    guard let id = arguments.requestID("requestId") else { return .result(.null) }
    if let noted = session.pending[id]?.context.note as? MCPCall { profile.progress.end(noted) }
    session.cancel(id)
    return .result(.null)
  }
}

extension JSONWriter {
  fileprivate mutating func capabilities(hasTasks: Bool) {
    member("capabilities") { json in
      json.object { json in
        json.member("tools") { $0.object { _ in } }
        json.member("resources") { $0.object { $0.member("subscribe", true) } }
        if hasTasks {
          json.member("extensions") { json in
            json.object { $0.member(named: "io.modelcontextprotocol/tasks") { $0.object { _ in } } }
          }
        }
      }
    }
  }
}

/// For how long a client may keep a result, in versions that say so.
enum MCPCaching: Int {
  /// The same for the life of the process.
  case constant = 3_600_000
  /// Old at once.
  case none = 0
}

extension JSONWriter {
  mutating func caching(_ caching: MCPCaching, in version: MCPVersion) {
    guard version.hasResultTypes else { return }
    member("ttlMs", caching.rawValue)
    member("cacheScope", "private")
  }
}
