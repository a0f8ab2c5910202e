import JSONRPC
import Jansson
import StatusCore

/// `subscribeLocation`: tells where the machine is, now and with every change; the first starts the source.
struct SubscribeLocation: Method {
  let location: Location

  let signature = MethodSignature(
    "subscribeLocation",
    [.optional("minInterval", .number(0...86_400)), .optional("minDistance", .number(0...20_040_000))])

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    let filter = LocationFilter(
      minInterval: .seconds(arguments.number("minInterval") ?? 0),
      minDistance: arguments.number("minDistance") ?? 0)
    let id = try location.subscribe(filter)
    return .result(
      JSONText { json in
        json.object { json in
          json.member("subscriptionId", id.rawValue)
          json.member("location") { $0.location(location.snapshot) }
        }
      })
  }
}
