package import Jansson
package import StatusCore

/// A message of a daemon as its client has received it.
package enum ReceivedMessage {
  /// The response to the request with that number.
  case response(id: Int, Result<JSONText, ReceivedError>)
  case notification(ReceivedNotification)

  /// - Parameter line: One message, as the daemon writes it.
  /// - Returns: nil for what is none.
  package init?(_ line: [UInt8]) {
    func part(_ names: String...) -> [UInt8]? { JSONPlace(names).find(in: line.span).map { Array(line[$0]) } }
    guard line.first == UInt8(ascii: "{") else { return nil }
    if let method = part("method") {
      self = .notification(ReceivedNotification(JSONString.decode(method.span), part("params") ?? []))
    } else if let error = part("error") {
      // What is said to nobody in particular is said to all: that the daemon has too many sessions.
      let id = part("id").flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      self = .response(id: id, .failure(ReceivedError(error)))
    } else if let id = part("id").flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
      let result = part("result")
    {
      self = .response(id: id, .success(JSONText(trusting: result)))
    } else {
      return nil
    }
  }
}

/// The error object of a response.
package struct ReceivedError: Error {
  /// As it was received.
  package let text: JSONText
  /// What it reports; `internalError` for what this version does not know.
  package let failure: Failure

  init(_ bytes: [UInt8]) {
    text = JSONText(trusting: bytes)
    let json = try? JSONValue.parse(bytes.span)
    failure =
      Failure(received: json?["data"])
      ?? Failure(
        Problem(.internalError, explanation: json?["message"]?.string.map { .quoted($0) }),
        id: FailureID(rawValue: "f0"), in: FailureContext(at: Timestamp(millisecondsSince1970: 0)),
        offering: [])
  }
}

/// The requests of a client.
package enum SentMessage {
  /// A request, with the LF behind it.
  package static func request(id: Int, _ method: String, _ params: JSONText?) -> [UInt8] {
    let text = JSONText { json in
      json.object { json in
        json.member("jsonrpc", "2.0")
        json.member("id", id)
        json.member("method", method)
        if let params { json.member("params") { $0.text(params) } }
      }
    }
    return text.bytes + [UInt8(ascii: "\n")]
  }
}
