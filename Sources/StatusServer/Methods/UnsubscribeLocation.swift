import JSONRPC
import Jansson
import StatusCore

/// `unsubscribeLocation`: ends a subscription; the last one stops the source.
struct UnsubscribeLocation: Method {
  let location: Location

  let signature = MethodSignature("unsubscribeLocation", [.required("subscriptionId", .string)])

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    let id = arguments.string("subscriptionId") ?? ""
    try location.unsubscribe(id, path: arguments.path(of: "subscriptionId"))
    return .result(JSONText { json in json.object { $0.member("subscriptionId", id) } })
  }
}
