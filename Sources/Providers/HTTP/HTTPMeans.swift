package import Reactor
package import StatusCore

/// What sources with `http:` and `https:` take from this computer, for `statusd doctor`.
@LoopActor
package enum HTTPMeans {
  /// The version of libcurl and that of its TLS: `7.88.1, OpenSSL/3.0.17`.
  ///
  /// - Throws: `sourceMisconfigured` where there is no libcurl.
  package static func library() throws(Problem) -> String { try CurlLibrary.shared().versions }

  /// Where the certificates stand that are trusted: `/etc/ssl/cert.pem (SSL_CERT_FILE)`.
  ///
  /// - Throws: `sourceMisconfigured` where there are none, or where there is no libcurl.
  package static func authorities() throws(Problem) -> String {
    "\(try CurlLibrary.shared().authorities())"
  }
}
