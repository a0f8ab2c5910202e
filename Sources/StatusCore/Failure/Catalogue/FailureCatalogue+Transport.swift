extension FailureCatalogue {
  /// No answer came from a server, or none that HTTP knows.
  static let ofTheTransport = [
    Entry(
      .offline, 1100, "You are offline",
      because: "This computer has no connection to a network.",
      todo: "Wait for the network to come back, or check the connection and try again."),
    Entry(
      .hostNotFound, 1101, "The server cannot be found",
      because: "No address is known for its name.",
      todo: "Check the name in the address and the network connection, then try again."),
    Entry(
      .cannotConnect, 1102, "The server cannot be reached",
      because: "It did not accept a connection.",
      todo: "Check that the server is running, then try again."),
    Entry(
      .connectionLost, 1103, "The connection was lost",
      because: "The server closed it before the answer was complete.",
      todo: "Try again."),
    Entry(
      .timeout, 1104, "The server took too long",
      because: "No complete answer came in the time allowed.",
      todo: "Try again in a moment."),
    Entry(
      .secureConnectionFailed, 1105, "No secure connection could be made",
      because: "The server and this computer could not agree on how to encrypt it.",
      todo: "Try again; if it goes on, ask whoever runs the server."),
    Entry(
      .certificateInvalid, 1106, "The server's identity cannot be verified",
      because: "Its certificate is not valid.",
      todo: "Check the date of this computer and the address, then try again."),
    Entry(
      .tooManyRedirects, 1107, "The address leads nowhere",
      because: "The server redirects again and again, or to where statusd does not follow.",
      todo: "Correct the address of the source.", isRetrySafe: false),
    Entry(
      .bodyTooLarge, 1108, "The server's answer is too large",
      because: "It has more bytes than statusd accepts.",
      todo: "Raise limits.bodyBytes in the configuration, or choose a source whose value is smaller.",
      isRetrySafe: false),
    Entry(
      .badServerResponse, 1109, "The server's answer makes no sense",
      because: "It is not HTTP.",
      todo: "Check the address and its port, then try again."),
  ]
}
