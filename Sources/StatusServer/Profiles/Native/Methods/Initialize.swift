import Engine
import JSONRPC
import Jansson
import StatusCore

/// `initialize`: the optional handshake, once in a session.
///
/// The client says who it is, and which notifications it does not want.
struct Initialize: Method {
  unowned let session: Session
  unowned let profile: NativeProfile

  let signature = MethodSignature(
    "initialize",
    [
      .optional("clientInfo", .object),
      .optional("processId", .integer),
      .optional("locale", .string),
      .optional("notifications", .object),
    ], ignoresUnknownParameters: true)

  /// The notifications that a client can switch off.
  private static var notifications: [String: WritableKeyPath<NativeProfile.Notifications, Bool>] {
    [
      "stateChanged": \.stateChanged, "locationChanged": \.locationChanged, "screenChanged": \.screenChanged,
    ]
  }

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    var wanted = NativeProfile.Notifications()
    for (name, wish) in arguments.object("notifications")?.members ?? [] {
      guard let place = Self.notifications[name] else { continue }
      guard let wish = wish.boolean else { throw .mistypedWish(name) }
      wanted[keyPath: place] = wish
    }
    guard !profile.isInitialized else { throw .initializedTwice }
    profile.isInitialized = true
    profile.notifications = wanted
    if Self.isOfAgent(arguments) { profile.warnOfAgent(signature.name) }
    if let process = arguments.integer("processId") { session.clientIsProcess(process) }
    return .result(capabilities)
  }

  private static let protocolVersion = ShortBytes("protocolVersion")

  /// Whether the client means the Model Context Protocol, whose `initialize` names a version of it.
  private static func isOfAgent(_ arguments: Arguments) -> Bool {
    guard let name = protocolVersion else { return false }
    return arguments.undeclared(name)?.first == UInt8(ascii: "\"")
  }

  private var capabilities: JSONText {
    JSONText { json in
      json.object { json in
        json.member("protocolVersion", Version.wireProtocol)
        json.member("serverInfo") { json in
          json.object { json in
            json.member("name", "statusd")
            json.member("version", Version.current)
          }
        }
        json.member("capabilities") { json in
          json.object { json in
            json.member("resources") { json in
              json.array(of: session.engine.resources.names) { $0.string($1.rawValue) }
            }
            json.member("notifications") { json in
              json.array { json in
                json.string("stateChanged")
                json.string("locationChanged")
                json.string("screenChanged")
              }
            }
            if session.server.isShared { json.member("shared", true) }
          }
        }
      }
    }
  }
}

extension Problem {
  fileprivate static func mistypedWish(_ name: String) -> Problem {
    Problem(
      ProtocolProblem(
        .invalidParams, reason: "type", "params.notifications.\(name) must be true or false",
        path: "/notifications" + JSONPointer.token(name)))
  }

  fileprivate static var initializedTwice: Problem {
    var detail = FailureDetail()
    detail.reason = "initializedTwice"
    return Problem(.invalidRequest, detail: detail, explanation: .request(.initializedTwice))
  }
}
