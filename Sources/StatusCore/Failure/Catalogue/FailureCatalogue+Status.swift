extension FailureCatalogue {
  // MARK: A server responded with a status that is not a success

  static let badRequest = Entry(
    .badRequest, 1200, in: .status, "The server does not understand the request",
    because: "The server responded with status 400.",
    todo: "Correct the address of the source.",
    isRetrySafe: false,
    options: [.useLastKnown, .openSettings],
    settings: .resource("source"))

  static let unauthorized = Entry(
    .unauthorized, 1201, in: .status, "You are not signed in",
    because: "The server does not accept the credentials, or there are none.",
    todo: "Set valid credentials for the source, then sign in.",
    isRetrySafe: false,
    options: [.useLastKnown, .signIn, .openSettings],
    settings: .resource("headers"),
    exitStatus: .permission)

  static let forbidden = Entry(
    .forbidden, 1202, in: .status, "Access is denied",
    because: "The server does not allow this account to read the resource.",
    todo: "Ask the operator of the server for access, or use other credentials, then try again.",
    options: .repeatingLater + [.openSettings],
    settings: .resource("headers"),
    exitStatus: .permission)

  static let notFound = Entry(
    .notFound, 1203, in: .status, "Nothing was found at the address",
    because: "The server has nothing at this address.",
    todo: "Check the address, then try again.",
    options: .repeatingLater + [.openSettings],
    settings: .resource("source"))

  static let tooManyRequests = Entry(
    .tooManyRequests, 1204, in: .status, "The server was asked too often",
    because: "The server limits how many requests it accepts.",
    todo: "Wait a while, then try again.",
    options: .repeatingLater,
    exitStatus: .later,
    repeats: .always)

  static let serverError = Entry(
    .serverError, 1205, in: .status, "The server has a problem",
    because: "The server could not handle the request because of an error of its own.",
    todo: "Try again in a moment.",
    options: .repeatingLater,
    exitStatus: .later,
    // 500, 502 and 504 often pass; a server that lacks a feature (501) still lacks it a second later.
    // Another status is one that is configured as this kind, and repeated like it.
    repeats: .ifStatus { $0.map { [500, 502, 504].contains($0) || !(500..<600 ~= $0) } ?? true })

  static let serviceUnavailable = Entry(
    .serviceUnavailable, 1206, in: .status, "The service is not available",
    because: "The server is overloaded or under maintenance.",
    todo: "Try again in a few minutes.",
    options: .repeatingLater,
    exitStatus: .later,
    repeats: .always)

  static let unexpectedStatus = Entry(
    .unexpectedStatus, 1299, in: .status, "The server gave an unexpected response",
    because: "The status of the response is neither a success nor a known failure.",
    todo: "Check the address, then try again.",
    options: .repeatingLater + [.openSettings],
    settings: .resource("source"),
    // 425 Too Early (RFC 8470).
    repeats: .ifStatus { $0 == 425 })

  // MARK: The server, file or program did its part, but its data cannot be used

  static let missingData = Entry(
    .missingData, 1300, in: .data, "The response is empty",
    because: "The source sent no data.",
    todo: "Try again. If the problem persists, contact the operator of the source.",
    options: .repeating,
    exitStatus: .badData)

  static let malformedData = Entry(
    .malformedData, 1301, in: .data, "The response cannot be read",
    because: "The response is not valid JSON.",
    todo: "Check that the address leads to the data itself and not to a page about it, then try again.",
    options: .repeating + [.openSettings],
    settings: .resource("source"),
    exitStatus: .badData,
    reasons: ["html", "utf8", "compression", "syntax", "contentType"])

  static let unexpectedShape = Entry(
    .unexpectedShape, 1302, in: .data, "The response has an unexpected form",
    because: "The response is valid JSON, but its structure is not the one that this resource needs.",
    todo: "Check that the source is the right one for this resource, then try again.",
    options: .repeating + [.openSettings],
    settings: .resource("source"),
    exitStatus: .badData,
    reasons: ["tooDeep", "tooManyValues"])
}
