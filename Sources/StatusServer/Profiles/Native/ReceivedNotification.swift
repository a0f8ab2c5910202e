import Jansson

/// A notification as a client has received it.
package enum ReceivedNotification {
  case state(ReceivedSnapshot)
  case location(ReceivedLocation)
  /// What a client does not need to know.
  case other

  /// - Parameter params: The bytes of the member `params`.
  init(_ method: String, _ params: [UInt8]) {
    switch method {
    case "stateChanged": self = ReceivedSnapshot(params).map { .state($0) } ?? .other
    case "locationChanged":
      let location = JSONPlace(["location"]).find(in: params.span)
      self = location.flatMap { ReceivedLocation(Array(params[$0])) }.map { .location($0) } ?? .other
    default: self = .other
    }
  }
}
