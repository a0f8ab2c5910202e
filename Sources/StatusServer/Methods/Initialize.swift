import JSONRPC
import Jansson
import StatusCore

/// `initialize`: optional, once; a client says who it is and which notifications it can do without.
struct Initialize: Method {
  unowned let session: Session

  let signature = MethodSignature(
    "initialize",
    [
      .optional("clientInfo", .object),
      .optional("processId", .integer),
      .optional("locale", .string),
      .optional("notifications", .object),
    ], ignoresUnknownParameters: true)

  /// What can be opted out of.
  private static var notifications: [String: WritableKeyPath<ToldNotifications, Bool>] {
    ["stateChanged": \.stateChanged, "locationChanged": \.locationChanged]
  }

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    var tells = ToldNotifications()
    for (name, wish) in arguments.object("notifications")?.members ?? [] {
      guard let place = Self.notifications[name] else { continue }
      guard let wish = wish.boolean else { throw .mistypedWish(name) }
      tells[keyPath: place] = wish
    }
    try session.initialized(tells: tells, process: arguments.integer("processId"))
    return .result(capabilities)
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
              json.array(of: session.services.resources.all) { $0.string($1.name.rawValue) }
            }
            json.member("notifications") { json in
              json.array { json in
                json.string("stateChanged")
                json.string("locationChanged")
              }
            }
          }
        }
      }
    }
  }
}

extension Problem {
  fileprivate static func mistypedWish(_ name: String) -> Problem {
    Problem(
      ProtocolFault(
        .invalidParams, reason: "type", "params.notifications.\(name) must be true or false",
        path: "/notifications" + JSONPointer.token(name)))
  }
}
