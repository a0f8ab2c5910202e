/// How requests are made: what is the same for every attempt of a source.
package struct HTTPOptions: Hashable, Sendable {
  /// `statusd/` and its version.
  package var userAgent: String
  package var limits: HTTPLimits
  /// What statuses mean; nothing is said of those that mean what they always do.
  package var statuses = StatusTable()
  /// A PEM file of authorities that are trusted besides the system's; nothing turns checks off.
  package var caFile: String?
  /// Shown to the origin of the source's URL if it asks for one, and to no other.
  package var clientCertificate: ClientCertificate?
  /// Sent to the origin of the source's URL and to no other; they win over statusd's own of the same name.
  package var headers: [HTTPHeader]
  /// Further ones that name files, which are read for each attempt.
  package var fileHeaders: [HeaderTemplate] = []

  package init(
    userAgent: String, limits: HTTPLimits = HTTPLimits(), caFile: String? = nil, headers: [HTTPHeader] = []
  ) {
    self.userAgent = userAgent
    self.limits = limits
    self.caFile = caFile
    self.headers = headers
  }
}

/// The certificate of a client, by the paths of PEM files, which every transfer reads anew.
package struct ClientCertificate: Hashable, Sendable {
  /// With the certificates of its authorities behind it.
  package let certificate: String
  package let key: String

  package init(certificate: String, key: String) {
    (self.certificate, self.key) = (certificate, key)
  }
}

/// How much an HTTP attempt may bring, and how long its connection may take.
///
/// How long the whole attempt may take is its caller's to say: see ``SourceAttempt/expire()``.
package struct HTTPLimits: Hashable, Sendable {
  /// Until a connection stands, for each server on the way: the name resolved, TCP and TLS agreed on.
  package var connectTimeout = Duration.seconds(5)
  /// Bytes of a body after it is decompressed, so that a small response cannot grow into a large one.
  package var bodyBytes = 8 << 20
  /// Bytes of the headers of one response, its status line, interim responses and trailers included.
  ///
  /// More than ``mostHeaderBytes`` counts as that.
  package var headerBytes = 64 << 10
  /// Redirects that one attempt follows.
  package var maxRedirects = 10
  /// Without a byte of an event stream; servers send a comment now and then when they have no events.
  package var silence = Duration.seconds(60)

  /// Whether the end of a server's certificate is read, which takes time at each connection.
  package var readsCertificates = false

  package init() {}

  /// libcurl ends a transfer at 300 KiB of headers, as if the connection were lost.
  static let mostHeaderBytes = 256 << 10
  /// Bytes of the body of an error response that is read for problem details.
  static let problemDetailsBytes = 64 << 10
  /// Bytes of a file of authorities; Debian's, with all of them, has 220,000.
  package static let authorityBytes = 4 << 20
}
