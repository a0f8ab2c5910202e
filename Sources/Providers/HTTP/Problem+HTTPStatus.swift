import StatusCore

extension Problem {
  /// What a status (RFC 9110 section 15) means; nil for success.
  init?(httpStatus status: Int, server: String?) {
    let explanation = Explanation.response(.status(status, server: server))
    switch status {
    case 200..<300: return nil
    // Where the catalogue's sentence says as much, it stands.
    case 400: self.init(.badRequest)
    case 401: self.init(.unauthorized)
    case 403: self.init(.forbidden)
    case 404: self.init(.notFound)
    // Only a proxy wants that (section 15.5.8); none but libcurl knows which one was asked.
    case 407:
      self.init(
        .unexpectedStatus, explanation: .connection(.proxyStatus(status, server: server)))
    case 408: self.init(.timeout, explanation: explanation)
    case 410: self.init(.notFound, explanation: .response(.gone(server: server)))
    case 429: self.init(.tooManyRequests)
    case 503: self.init(.serviceUnavailable)
    case 500..<600: self.init(.serverError, explanation: explanation)
    // Among them a redirect without a place to go to, and 304, since nothing was asked conditionally.
    default: self.init(.unexpectedStatus, explanation: explanation)
    }
    detail.status = status
  }
}
