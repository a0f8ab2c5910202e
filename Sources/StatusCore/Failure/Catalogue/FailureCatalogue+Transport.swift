extension FailureCatalogue {
  // MARK: No response came from a server, or none that is valid HTTP

  static let offline = Entry(
    .offline, 1100, in: .transport, "You are offline",
    because: "This computer is not connected to a network.",
    todo: "Wait until the network is back, or check the connection and try again.",
    options: [.tryAgain, .waitForConnection, .useLastKnown, .keepTrying],
    exitStatus: .unreachable)

  static let hostNotFound = Entry(
    .hostNotFound, 1101, in: .transport, "The server cannot be found",
    because: "No address is known for the name of the server.",
    todo: "Check the name in the address and the network connection, then try again.",
    options: .repeating + [.openSettings],
    settings: .resource("source"),
    exitStatus: .unreachable,
    repeats: .always)

  static let cannotConnect = Entry(
    .cannotConnect, 1102, in: .transport, "The server cannot be reached",
    because: "The server did not accept a connection.",
    todo: "Check that the server is running, then try again.",
    options: .repeating,
    exitStatus: .unreachable,
    repeats: .always)

  static let connectionLost = Entry(
    .connectionLost, 1103, in: .transport, "The connection was lost",
    because: "The server closed the connection before the response was complete.",
    todo: "Try again.",
    options: .repeating,
    exitStatus: .unreachable,
    repeats: .always,
    reasons: ["reset", "truncated", "empty"])

  static let timeout = Entry(
    .timeout, 1104, in: .transport, "The server took too long",
    because: "No complete response arrived in the time allowed.",
    todo: "Try again in a moment.",
    options: .repeatingLater,
    exitStatus: .later,
    repeats: .always,
    reasons: ["connect", "firstByte", "body"])

  static let secureConnectionFailed = Entry(
    .secureConnectionFailed, 1105, in: .transport, "No secure connection could be made",
    because: "The server and this computer could not agree on an encryption.",
    todo: "Try again. If the problem persists, contact the operator of the server.",
    options: .repeating,
    exitStatus: .unreachable,
    repeats: .always)

  static let certificateInvalid = Entry(
    .certificateInvalid, 1106, in: .transport, "The server's identity cannot be verified",
    because: "The server's certificate is not valid.",
    todo: "Check the date of this computer and the address, then try again.",
    options: .repeating + [.openSettings],
    // A server renews its certificate, or the clock of this computer is set: no key helps.
    settings: .resource(
      "source",
      unless: ["expired": nil, "notYetValid": nil, "selfSigned": "caFile", "untrusted": "caFile"]),
    exitStatus: .unreachable,
    reasons: ["expired", "notYetValid", "selfSigned", "untrusted", "wrongHost"])

  static let tooManyRedirects = Entry(
    .tooManyRedirects, 1107, in: .transport, "The address leads nowhere",
    because: "The server redirects too often, or to an address that statusd does not follow.",
    todo: "Correct the address of the source.",
    isRetrySafe: false,
    options: [.useLastKnown, .openSettings],
    settings: .resource("source"),
    exitStatus: .unreachable,
    reasons: ["refused"])

  static let bodyTooLarge = Entry(
    .bodyTooLarge, 1108, in: .transport, "The server's response is too large",
    because: "The response has more bytes than statusd accepts.",
    todo: "Raise limits.bodyBytes in the configuration, or choose a source whose value is smaller.",
    isRetrySafe: false,
    options: [.useLastKnown, .openSettings],
    settings: .key("limits.bodyBytes"),
    exitStatus: .unreachable)

  static let badServerResponse = Entry(
    .badServerResponse, 1109, in: .transport, "The server's response makes no sense",
    because: "The response is not valid HTTP.",
    todo: "Check the address and its port, then try again.",
    options: .repeating + [.openSettings],
    settings: .resource("source"),
    exitStatus: .unreachable,
    repeats: .always)

  static let transportFailed = Entry(
    .transportFailed, 1110, in: .transport, "The transfer failed",
    because: "The transport library reported an error that has no kind of its own.",
    todo: "Try again. If the problem persists, report it together with the log.",
    options: .repeating,
    exitStatus: .unreachable)
}
