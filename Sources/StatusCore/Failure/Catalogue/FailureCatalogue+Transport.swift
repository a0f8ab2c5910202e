extension FailureCatalogue {
  // MARK: No response came from a server, or none that is valid HTTP

  static let offline = Entry(
    .offline, 1100, "You are offline",
    because: "This computer is not connected to a network.",
    todo: "Wait until the network is back, or check the connection and try again.")

  static let hostNotFound = Entry(
    .hostNotFound, 1101, "The server cannot be found",
    because: "No address is known for the name of the server.",
    todo: "Check the name in the address and the network connection, then try again.")

  static let cannotConnect = Entry(
    .cannotConnect, 1102, "The server cannot be reached",
    because: "The server did not accept a connection.",
    todo: "Check that the server is running, then try again.")

  static let connectionLost = Entry(
    .connectionLost, 1103, "The connection was lost",
    because: "The server closed the connection before the response was complete.",
    todo: "Try again.")

  static let timeout = Entry(
    .timeout, 1104, "The server took too long",
    because: "No complete response arrived in the time allowed.",
    todo: "Try again in a moment.")

  static let secureConnectionFailed = Entry(
    .secureConnectionFailed, 1105, "No secure connection could be made",
    because: "The server and this computer could not agree on an encryption.",
    todo: "Try again. If the problem persists, contact the operator of the server.")

  static let certificateInvalid = Entry(
    .certificateInvalid, 1106, "The server's identity cannot be verified",
    because: "The server's certificate is not valid.",
    todo: "Check the date of this computer and the address, then try again.")

  static let tooManyRedirects = Entry(
    .tooManyRedirects, 1107, "The address leads nowhere",
    because: "The server redirects too often, or to an address that statusd does not follow.",
    todo: "Correct the address of the source.",
    isRetrySafe: false)

  static let bodyTooLarge = Entry(
    .bodyTooLarge, 1108, "The server's response is too large",
    because: "The response has more bytes than statusd accepts.",
    todo: "Raise limits.bodyBytes in the configuration, or choose a source whose value is smaller.",
    isRetrySafe: false)

  static let badServerResponse = Entry(
    .badServerResponse, 1109, "The server's response makes no sense",
    because: "The response is not valid HTTP.",
    todo: "Check the address and its port, then try again.")

  static let transportFailed = Entry(
    .transportFailed, 1110, "The transfer failed",
    because: "The transport library reported an error that has no kind of its own.",
    todo: "Try again. If the problem persists, report it together with the log.")
}
