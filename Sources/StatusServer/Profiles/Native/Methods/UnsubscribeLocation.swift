import Engine
import JSONRPC
import Jansson
import StatusCore
import Text

/// `unsubscribeLocation`: ends a subscription; the end of the last one stops the source.
///
/// What a screen subscribes to is the screen's to end.
struct UnsubscribeLocation: Method {
  unowned let session: Session
  unowned let profile: NativeProfile

  let signature = MethodSignature("unsubscribeLocation", [.required("subscriptionId", .string)])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    // Held once: each look at an unowned reference holds it again.
    let session = session
    let name = arguments.string("subscriptionId") ?? ""
    let id = SubscriptionID(rawValue: name)
    guard !profile.screens.follow(id),
      session.engine.location.unsubscribe(id, of: session.owner)
    else {
      throw .unknownSubscription(name, path: arguments.path(of: "subscriptionId"))
    }
    session.outbox.drop(.location(id))
    return .result(JSONText { json in json.object { $0.member("subscriptionId", name) } })
  }
}

extension Problem {
  fileprivate static func unknownSubscription(_ name: String, path: String) -> Problem {
    .unfitParam(.unknownSubscription(name.excerpt), "unknown", path: path)
  }
}
