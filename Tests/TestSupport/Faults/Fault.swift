/// Something that a server does, and what statusd is to make of it: a row of the one table of faults.
///
/// What is expected stands here as a client sees it, in words and numbers of its own: nothing is asked of the
/// code that is tested.
package struct Fault: Sendable, CustomStringConvertible {
  /// Where the server goes wrong.
  package enum Place: Sendable {
    /// After a request, by its path; `/` is asked for.
    case response([String: [FaultServer.Step]])
    /// As soon as there is a connection, which is to be TLS or not.
    case connection([FaultServer.Step], scheme: String)
    /// A server of a menu, by HTTPS.
    case tls(TestCertificate, isTrusted: Bool)
    /// Nobody listens.
    case refused
    /// Nobody accepts.
    case full
    /// A name that nobody has.
    case noAddress
  }

  package let description: String
  package let place: Place
  /// nil where all goes well.
  package let failure: Expectation?

  /// What a failure says.
  package struct Expectation: Sendable {
    package let kind: String
    package var reason: String?
    package var status: Int?
    /// Of what is wrong in the value.
    package var path: String?
    package var limit: Int?
    /// Seconds until the server wants to be asked again.
    package var after: ClosedRange<Double>?

    /// The code of the error.
    package var code: Int { Self.codes[kind] ?? 0 }
  }

  init(_ description: String, _ place: Place, _ failure: Expectation?) {
    (self.description, self.place, self.failure) = (description, place, failure)
  }

  /// A fault in a response.
  init(
    _ description: String, _ steps: [FaultServer.Step], _ kind: String, _ reason: String? = nil,
    path: String? = nil, limit: Int? = nil
  ) {
    self.init(
      description, .response(["/": steps]), Expectation(kind: kind, reason: reason, path: path, limit: limit))
  }

  /// Nothing wrong, though it might look so.
  init(_ description: String, fine steps: [FaultServer.Step]) {
    self.init(description, .response(["/": steps]), nil)
  }

  /// All of them.
  package static let all =
    connections + losses + delays + nonsense + excesses + redirects + statuses + waits + contents + shapes
    + secure

  /// What the servers give that do nothing wrong.
  static let menu = #"[{"name":"Soup","category":"starters","spicy":false,"price":4.5}]"#
}

extension Fault.Expectation {
  /// What docs/protocol.md says of a failure, as far as HTTP gets.
  private static let codes = [
    "offline": 1100, "hostNotFound": 1101, "cannotConnect": 1102, "connectionLost": 1103, "timeout": 1104,
    "secureConnectionFailed": 1105, "certificateInvalid": 1106, "tooManyRedirects": 1107,
    "bodyTooLarge": 1108, "badServerResponse": 1109, "badRequest": 1200, "unauthorized": 1201,
    "forbidden": 1202, "notFound": 1203, "tooManyRequests": 1204, "serverError": 1205,
    "serviceUnavailable": 1206, "unexpectedStatus": 1299, "missingData": 1300, "malformedData": 1301,
    "unexpectedShape": 1302,
  ]

  /// Those of a first load of a resource that is not polled, in their order.
  package var options: [String] {
    let repeating = ["tryAgain"] + (after == nil ? [] : ["tryLater"]) + ["keepTrying"]
    let others: [String] =
      switch kind {
      case "offline": ["tryAgain", "waitForConnection", "keepTrying"]
      case "cannotConnect", "connectionLost", "secureConnectionFailed", "missingData", "timeout",
        "tooManyRequests", "serverError", "serviceUnavailable":
        repeating
      case "certificateInvalid" where ["expired", "notYetValid"].contains(reason): repeating
      case "tooManyRedirects", "bodyTooLarge", "badRequest": ["openSettings"]
      case "unauthorized": ["signIn", "openSettings"]
      default: repeating + ["openSettings"]
      }
    return ["cancel"] + others
  }
}
