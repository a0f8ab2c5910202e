extension FailureCatalogue {
  // MARK: JSON-RPC's and LSP's own: the request has to change before it can succeed

  static let parseError = Entry(
    .parseError, -32700, in: .request, "The message could not be read",
    because: "The message is not valid JSON.",
    todo: "Send one complete JSON text in each message.",
    isRetrySafe: false,
    isSilent: true,
    reasons: ["truncated", "utf8"])

  static let invalidRequest = Entry(
    .invalidRequest, -32600, in: .request, "The request is not valid",
    because: "The message is not a request as JSON-RPC 2.0 defines it.",
    todo: "Correct the request and send it again.",
    isRetrySafe: false,
    isSilent: true,
    reasons: [
      "header", "charset", "messageTooLarge", "tooDeep", "tooManyValues", "notAnObject", "version",
      "method", "ambiguous", "idType", "idTooLong", "idInUse", "duplicateKey", "range", "paramsType",
      "emptyBatch", "batchTooLarge", "initializedTwice",
    ])

  static let methodNotFound = Entry(
    .methodNotFound, -32601, in: .request, "There is no such method",
    because: "This version of statusd does not have the method.",
    todo: "Call rpc.discover to list the methods.",
    isRetrySafe: false,
    isSilent: true)

  static let invalidParams = Entry(
    .invalidParams, -32602, in: .request, "The parameters are not valid",
    because: "A parameter is missing, unknown, of the wrong type, or out of range.",
    todo: "Correct the parameters and send the request again.",
    isRetrySafe: false,
    isSilent: true,
    reasons: ["unknown", "missing", "type", "range", "arity"])

  static let internalError = Entry(
    .internalError, -32603, in: .request, "Something went wrong in statusd",
    because: "This is a defect in statusd, not in the request.",
    todo: "Report the defect together with the log.",
    isRetrySafe: false,
    reasons: ["scriptExhausted"])

  static let requestCancelled = Entry(
    .requestCancelled, -32800, in: .request, "The request was cancelled",
    because: "The client cancelled the request before it was complete.",
    todo: "Send the request again if you still need its response.",
    isRetrySafe: false,
    isSilent: true)

  // MARK: The daemon itself cannot serve the request

  static let shuttingDown = Entry(
    .shuttingDown, 1001, in: .daemon, "statusd is shutting down",
    because: "No more requests are accepted.",
    todo: "Start statusd again.",
    isRetrySafe: false,
    isSilent: true)

  static let overloaded = Entry(
    .overloaded, 1002, in: .daemon, "statusd is busy",
    because: "Too many requests are waiting for a response.",
    todo: "Wait until some of them are complete, then try again.",
    options: [.tryAgain, .tryLater, .showHelp],
    exitStatus: .later)

  static let responseTooLarge = Entry(
    .responseTooLarge, 1003, in: .daemon, "The response is too large",
    because: "The response has more bytes than statusd may send in one message.",
    todo: "Choose a source whose value is smaller.",
    isRetrySafe: false)
}
