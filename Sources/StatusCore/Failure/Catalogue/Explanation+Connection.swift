extension Explanation {
  /// A connection that could not be made, or was not good enough.
  ///
  /// A server is its host and its port; nil where a scenario plays.
  package enum Connection: Hashable, Sendable {
    /// A name without an address: that of the proxy, if it is nil.
    case noAddress(of: String?)
    case tooManyLookups(besides: String)
    /// - Parameter cause: The system's words, or libcurl's.
    case notMade(server: String, cause: String?)
    case proxyStatus(Int, server: String?)
    case proxyClosed(server: String)
    case timeout(Phase, server: String?)
    case lost(Loss, server: String?)
    case lostInHeaders(server: String)
    /// - Parameter cause: libcurl's words.
    case tlsFailed(server: String, cause: String)
    case certificate(CertificateFault, server: String?)
    case certificateRefused(server: String, cause: String)
    case clientCertificate(cause: String)
    case authorities
    /// The system has none, and nothing names any.
    case noAuthorities(on: Distribution?)
    /// What a variable of the environment names is no file, or no directory, that can be read.
    case namedAuthorities(by: String)
    case urlNotUnderstood(server: String)
    /// What libcurl reports and no kind describes; the words may be empty.
    case failed(code: Int, words: String)
  }

  /// What took too long.
  ///
  /// The raw value is that of `detail.reason`, as in the two types below.
  package enum Phase: String, Sendable {
    case connect, firstByte, body
  }

  package enum Loss: String, Sendable {
    case reset, empty, truncated
  }

  package enum CertificateFault: String, Sendable {
    case notYetValid, expired, selfSigned, wrongHost, untrusted
  }
}

extension Explanation.Connection {
  var english: String {
    switch self {
    case .noAddress(let host): "No address is known for \(host ?? "the proxy")."
    case .tooManyLookups(let host):
      "\(host) was not looked up, because too many other names are being looked up."
    case .notMade(let server, let cause):
      "No connection to \(server) could be made\(cause.map { " (\($0))" } ?? "")."
    case .proxyStatus(407, let server):
      "The proxy on the way to \(server ?? "the server") requires a user name and a password (status 407)."
    case .proxyStatus(let status, let server):
      "The proxy on the way to \(server ?? "the server") responded with status \(status)."
    case .proxyClosed(let server): "The proxy on the way to \(server) closed the connection."
    case .timeout(let phase, let server): phase.english(of: server)
    case .lost(let loss, let server): loss.english(of: server ?? "The server")
    case .lostInHeaders(let server): "\(server) closed the connection in the middle of the headers."
    case .tlsFailed(let server, let cause): "TLS with \(server) failed (\(cause))."
    case .certificate(let fault, let server): "The certificate of \(server ?? "the server") \(fault.english)."
    case .certificateRefused(let server, let cause):
      "The certificate of \(server) is not accepted (\(cause))."
    case .clientCertificate(let cause):
      "The client certificate or its key cannot be used (\(cause))."
    case .authorities: "The file of trusted certificates cannot be read or holds none."
    case .noAuthorities: "This computer has no certificates of authorities, so no server can be trusted."
    case .namedAuthorities(let variable):
      "The trusted certificates that the variable \(variable) names cannot be read."
    case .urlNotUnderstood(let server): "libcurl does not understand the URL of \(server)."
    case .failed(let code, let words):
      "The transfer failed with libcurl's error \(code)\(words.isEmpty ? "" : ": \(words)")."
    }
  }
}

extension Explanation.Phase {
  fileprivate func english(of server: String?) -> String {
    switch self {
    case .connect: "The connection to \(server ?? "the server") took too long to make."
    case .firstByte: "\(server ?? "The server") took too long to begin its response."
    case .body: "\(server ?? "The server") took too long to complete its response."
    }
  }
}

extension Explanation.Loss {
  fileprivate func english(of server: String) -> String {
    switch self {
    case .reset: "\(server) reset the connection."
    case .empty: "\(server) closed the connection without a response."
    case .truncated: "\(server) closed the connection before its response was complete."
    }
  }
}

extension Explanation.CertificateFault {
  fileprivate var english: String {
    switch self {
    case .notYetValid: "is not valid yet"
    case .expired: "has expired"
    case .selfSigned: "is self-signed, or signed by an unknown authority of its own"
    case .wrongHost: "is for another name"
    case .untrusted: "is from an authority that this computer does not trust"
    }
  }
}
