extension FailureCatalogue {
  /// A server answered with a status that is no success.
  static let ofTheStatus = [
    Entry(
      .badRequest, 1200, "The server does not understand the request",
      because: "It answered with status 400.",
      todo: "Correct the address of the source.", isRetrySafe: false),
    Entry(
      .unauthorized, 1201, "You are not signed in",
      because: "The server does not accept the credentials, or there are none.",
      todo: "Set valid credentials for the source, then sign in.", isRetrySafe: false),
    Entry(
      .forbidden, 1202, "Access is denied",
      because: "The server does not allow this to the account in use.",
      todo: "Ask whoever runs the server for access, or use other credentials, then try again."),
    Entry(
      .notFound, 1203, "Nothing was found at the address",
      because: "The server does not have what was asked for.",
      todo: "Check the address, then try again."),
    Entry(
      .tooManyRequests, 1204, "The server was asked too often",
      because: "It limits how many requests it answers.",
      todo: "Wait a while, then try again."),
    Entry(
      .serverError, 1205, "The server has a problem",
      because: "It could not answer the request because of an error of its own.",
      todo: "Try again in a moment."),
    Entry(
      .serviceUnavailable, 1206, "The service is not available",
      because: "The server is overloaded or under maintenance.",
      todo: "Try again in a few minutes."),
    Entry(
      .unexpectedStatus, 1299, "The server gave an unexpected answer",
      because: "Its status is neither a success nor a known failure.",
      todo: "Check the address, then try again."),
  ]

  /// The server, file or program did its part, but what came is of no use.
  static let ofThePayload = [
    Entry(
      .missingData, 1300, "The answer is empty",
      because: "The source sent no data.",
      todo: "Try again; if it goes on, ask whoever runs the source."),
    Entry(
      .malformedData, 1301, "The answer cannot be read",
      because: "It is not valid JSON.",
      todo: "Check that the address leads to the data itself and not to a page about it, then try again."),
    Entry(
      .unexpectedShape, 1302, "The answer has an unexpected form",
      because: "It is JSON, but not built as this resource has to be.",
      todo: "Check that the source is the right one for this resource, then try again."),
  ]
}
