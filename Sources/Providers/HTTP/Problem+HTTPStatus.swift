import StatusCore

extension Problem {
  /// What a status (RFC 9110 section 15) means; nil for success.
  init?(httpStatus status: Int, server: String) {
    let sentence = "\(server) responded with status \(status)."
    switch status {
    case 200..<300: return nil
    // Where the catalogue's sentence says as much, it stands.
    case 400: self.init(.badRequest)
    case 401: self.init(.unauthorized)
    case 403: self.init(.forbidden)
    case 404: self.init(.notFound)
    // Only a proxy wants that (section 15.5.8); none but libcurl knows which one was asked.
    case 407:
      self.init(.unexpectedStatus, explanation: .explanation(ofProxyStatus: status, server: server))
    case 408: self.init(.timeout, explanation: sentence)
    case 410: self.init(.notFound, explanation: "\(server) says that what was at this address is gone.")
    case 429: self.init(.tooManyRequests)
    case 503: self.init(.serviceUnavailable)
    case 500..<600: self.init(.serverError, explanation: sentence)
    // Among them a redirect without a place to go to, and 304, since nothing was asked conditionally.
    default: self.init(.unexpectedStatus, explanation: sentence)
    }
    detail.status = status
  }
}

extension String {
  /// What a status of a proxy means for the way to a server.
  static func explanation(ofProxyStatus status: Int, server: String) -> String {
    status == 407
      ? "The proxy on the way to \(server) wants a name and a password (status 407)."
      : "The proxy on the way to \(server) responded with status \(status)."
  }
}
