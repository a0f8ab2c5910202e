import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// A request `subscriptions/listen`, as long as it lasts.
@LoopActor
final class MCPListener {
  let id: RequestID
  /// What it listens to, in the order in which the client named it.
  let uris: [MCPURI]
  /// Its subscription of the location; nil where it does not listen to that.
  let location: SubscriptionID?
  private var isAcknowledged = false

  init(_ id: RequestID, _ uris: [MCPURI], location: SubscriptionID?) {
    (self.id, self.uris, self.location) = (id, uris, location)
  }

  func listens(to change: Change) -> Bool {
    switch change {
    case .resource(let id): uris.contains(MCPURI(id))
    case .location(let subscription): subscription == location
    case .attempt: false
    }
  }

  /// Tells the client once what it will hear of, before anything else of this request.
  func acknowledge(_ write: MessageOutput) {
    guard !isAcknowledged else { return }
    isAcknowledged = true
    write { json in
      json.notification("notifications/subscriptions/acknowledged") { json in
        json.object { json in
          json.member("notifications") { json in
            json.object { json in
              json.member("resourceSubscriptions") { $0.array(of: uris) { $0.string($1.description) } }
            }
          }
          json.subscription(id)
        }
      }
    }
  }

  func publish(_ uri: MCPURI, to write: MessageOutput) {
    acknowledge(write)
    write { json in
      json.notification("notifications/resources/updated") { json in
        json.object { json in
          json.member("uri", uri.description)
          json.subscription(id)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes the member `_meta` that names the request which a message belongs to.
  fileprivate mutating func subscription(_ id: RequestID) {
    member("_meta") { $0.object { $0.subscriptionID(id) } }
  }

  mutating func subscriptionID(_ id: RequestID) {
    member(named: "io.modelcontextprotocol/subscriptionId") { id.write(to: &$0) }
  }
}

/// `subscriptions/listen`: the client is notified of each revision of some resources, as long as the request lasts.
struct MCPListen: Method {
  unowned let profile: MCPProfile
  unowned let session: Session

  let signature = MethodSignature(
    "subscriptions/listen", [.required("notifications", .object)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    profile.begin()
    guard let id = profile.current.id else { return .result(.null) }
    let asked = arguments.object("notifications")?["resourceSubscriptions"]
    let listed = asked?.elements.compactMap { uri in
      uri.string.flatMap { MCPListing.subscribable($0, in: profile.engine) }
    }
    try profile.listen(id, listed ?? [], for: session)
    profile.current.isListening = true
    // What its response says is in the members that each result has.
    return .open(endingWith: .null)
  }
}
