extension FailureCatalogue {
  /// JSON-RPC's and LSP's own: the request has to change before it can succeed.
  static let ofTheProtocol = [
    Entry(
      .parseError, -32700, "The message could not be read",
      because: "It is not valid JSON.",
      todo: "Send one complete JSON text in each message.", isRetrySafe: false),
    Entry(
      .invalidRequest, -32600, "The request is not valid",
      because: "It is not a request as JSON-RPC 2.0 defines it.",
      todo: "Correct the request and send it again.", isRetrySafe: false),
    Entry(
      .methodNotFound, -32601, "There is no such method",
      because: "This version of statusd does not know it.",
      todo: "Call rpc.discover for the methods that there are.", isRetrySafe: false),
    Entry(
      .invalidParams, -32602, "The parameters are not valid",
      because: "One of them is missing, unknown, or of another type or range than the method takes.",
      todo: "Correct the parameters and send the request again.", isRetrySafe: false),
    Entry(
      .internalError, -32603, "Something went wrong in statusd",
      because: "This is a defect of statusd, not of the request.",
      todo: "Report it together with the log.", isRetrySafe: false),
    Entry(
      .requestCancelled, -32800, "The request was cancelled",
      because: "The client withdrew it before it was done.",
      todo: "Send the request again if its answer is still wanted.", isRetrySafe: false),
  ]

  /// The daemon itself cannot serve the request.
  static let ofTheDaemon = [
    Entry(
      .shuttingDown, 1001, "statusd is shutting down",
      because: "It takes no more requests.",
      todo: "Start it again.", isRetrySafe: false),
    Entry(
      .overloaded, 1002, "statusd is busy",
      because: "Too many requests are waiting for their answers.",
      todo: "Wait for some of the answers, then try again."),
    Entry(
      .responseTooLarge, 1003, "The answer is too large",
      because: "It has more bytes than statusd may send in one message.",
      todo: "Choose a source whose value is smaller.", isRetrySafe: false),
  ]
}
