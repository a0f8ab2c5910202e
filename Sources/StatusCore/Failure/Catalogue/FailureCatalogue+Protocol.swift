extension FailureCatalogue {
  // MARK: JSON-RPC's and LSP's own: the request has to change before it can succeed

  static let parseError = Entry(
    .parseError, -32700, "The message could not be read",
    because: "The message is not valid JSON.",
    todo: "Send one complete JSON text in each message.",
    isRetrySafe: false)

  static let invalidRequest = Entry(
    .invalidRequest, -32600, "The request is not valid",
    because: "The message is not a request as JSON-RPC 2.0 defines it.",
    todo: "Correct the request and send it again.",
    isRetrySafe: false)

  static let methodNotFound = Entry(
    .methodNotFound, -32601, "There is no such method",
    because: "This version of statusd does not have the method.",
    todo: "Call rpc.discover to list the methods.",
    isRetrySafe: false)

  static let invalidParams = Entry(
    .invalidParams, -32602, "The parameters are not valid",
    because: "A parameter is missing, unknown, of the wrong type, or out of range.",
    todo: "Correct the parameters and send the request again.",
    isRetrySafe: false)

  static let internalError = Entry(
    .internalError, -32603, "Something went wrong in statusd",
    because: "This is a defect in statusd, not in the request.",
    todo: "Report the defect together with the log.",
    isRetrySafe: false)

  static let requestCancelled = Entry(
    .requestCancelled, -32800, "The request was cancelled",
    because: "The client cancelled the request before it was complete.",
    todo: "Send the request again if you still need its response.",
    isRetrySafe: false)

  // MARK: The daemon itself cannot serve the request

  static let shuttingDown = Entry(
    .shuttingDown, 1001, "statusd is shutting down",
    because: "No more requests are accepted.",
    todo: "Start statusd again.",
    isRetrySafe: false)

  static let overloaded = Entry(
    .overloaded, 1002, "statusd is busy",
    because: "Too many requests are waiting for a response.",
    todo: "Wait until some of them are complete, then try again.")

  static let responseTooLarge = Entry(
    .responseTooLarge, 1003, "The response is too large",
    because: "The response has more bytes than statusd may send in one message.",
    todo: "Choose a source whose value is smaller.",
    isRetrySafe: false)
}
