package import Jansson

/// What a client reads of the result of `retry`.
package enum ReceivedRecovery {
  /// What was done, as a sentence; nil where there is nothing to say.
  package static func message(_ result: JSONText) -> String? {
    (try? JSONValue.parse(result.bytes.span))?["message"]?.string
  }
}

/// The result of `subscribeLocation`.
package struct ReceivedSubscription {
  package let id: String
  package let location: ReceivedLocation

  package init?(_ result: JSONText) {
    let bytes = result.bytes
    func part(_ name: String) -> [UInt8]? { JSONPlace([name]).find(in: bytes.span).map { Array(bytes[$0]) } }
    guard let id = part("subscriptionId"), let location = part("location").flatMap({ ReceivedLocation($0) })
    else { return nil }
    (self.id, self.location) = (JSONString.decode(id.span), location)
  }
}
