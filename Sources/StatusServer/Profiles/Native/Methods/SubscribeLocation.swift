import Engine
import JSONRPC
import Jansson
import StatusCore

/// `subscribeLocation`: returns the location and publishes its changes; the first subscription starts the
/// source.
struct SubscribeLocation: Method {
  unowned let session: Session

  let signature = MethodSignature(
    "subscribeLocation",
    [.optional("minInterval", .number(0...86_400)), .optional("minDistance", .number(0...20_040_000))])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    // Held once: each look at an unowned reference holds it again.
    let session = session
    let filter = LocationFilter(
      minInterval: .seconds(arguments.number("minInterval") ?? 0),
      minDistance: arguments.number("minDistance") ?? 0)
    let (location, limit) = (session.engine.location, session.limits.subscriptions)
    guard location.subscriptionCount(of: session.owner) < limit else { throw .tooManySubscriptions(limit) }
    let id = location.subscribe(filter, for: session.owner)
    let snapshot = session.encoder.snapshot(of: location)
    return .result(
      JSONText { json in
        json.object { json in
          json.member("subscriptionId", id.rawValue)
          json.member("location") { $0.text(snapshot) }
        }
      })
  }
}

extension Problem {
  /// `overloaded`: a client has as many subscriptions as it may have.
  static func tooManySubscriptions(_ limit: Int) -> Problem {
    Problem(.overloaded, explanation: .request(.tooManySubscriptions(limit: limit))) { $0.limit = limit }
  }
}
