// Servers with which no secure connection can be made.

extension Fault {
  static let secure: [Fault] = [
    .init("a trusted certificate", .tls(.valid, isTrusted: true), nil),
    .init("a certificate that has expired", .tls(.expired, isTrusted: true), certificate("expired")),
    .init("a certificate of the future", .tls(.notYetValid, isTrusted: true), certificate("notYetValid")),
    .init("a certificate for another name", .tls(.otherHost, isTrusted: true), certificate("wrongHost")),
    .init("a certificate that signed itself", .tls(.selfSigned, isTrusted: true), certificate("selfSigned")),
    .init("an authority that nobody named", .tls(.valid, isTrusted: false), certificate("untrusted")),
    .init(
      "a handshake that is refused", .connection([.awaitBytes, .send(handshakeFailure)], scheme: "https"),
      .init(kind: "secureConnectionFailed")),
    .init(
      "TLS of an unknown version", .connection([.awaitBytes, .send(protocolVersion)], scheme: "https"),
      .init(kind: "secureConnectionFailed")),
    .init(
      "no TLS", .connection([.awaitBytes, .send("HTTP/1.1 400 Bad Request\r\n\r\n")], scheme: "https"),
      .init(kind: "secureConnectionFailed")),
    .init(
      "a close in the handshake", .connection([.awaitBytes], scheme: "https"),
      .init(kind: "secureConnectionFailed")),
    .init(
      "a reset in the handshake", .connection([.awaitBytes, .reset], scheme: "https"),
      .init(kind: "secureConnectionFailed")),
    .init(
      "silence in the handshake", .connection([.hold], scheme: "https"),
      .init(kind: "timeout", reason: "connect")),
  ]

  private static func certificate(_ reason: String) -> Expectation {
    Expectation(kind: "certificateInvalid", reason: reason)
  }

  /// Fatal alerts (RFC 8446 section 6): type 21, version 3.3, two bytes; level 2.
  private static let handshakeFailure: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
  private static let protocolVersion: [UInt8] = [21, 3, 3, 0, 2, 2, 70]
}
