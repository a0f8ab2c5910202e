/// Why a transfer failed, in the words that scenarios use as well.
extension String {
  /// - Parameter reason: `connect`, `firstByte` or `body`.
  static func explanation(ofTimeout reason: String, server: String) -> String {
    switch reason {
    case "connect": "The connection to \(server) took too long to make."
    case "firstByte": "\(server) took too long to begin its response."
    default: "\(server) took too long to complete its response."
    }
  }

  /// - Parameter reason: `reset`, `empty` or `truncated`.
  static func explanation(ofLoss reason: String, server: String) -> String {
    switch reason {
    case "reset": "\(server) broke off the connection."
    case "empty": "\(server) closed the connection without a response."
    default: "\(server) closed the connection before its response was complete."
    }
  }

  /// - Parameter reason: As ``FailureKind/reasons`` of `certificateInvalid`.
  static func explanation(ofCertificate reason: String, server: String) -> String {
    let fault =
      switch reason {
      case "notYetValid": "is not valid yet"
      case "expired": "has expired"
      case "selfSigned": "is self-signed, or signed by an unknown authority of its own"
      case "wrongHost": "is for another name"
      default: "is from an authority that this computer does not trust"
      }
    return "The certificate of \(server) \(fault)."
  }

  static func explanation(ofLargeBody limit: Int, server: String) -> String {
    "\(server) sends more than \(limit) bytes."
  }

  static func explanation(ofRedirects limit: Int) -> String {
    "The server redirects more than \(limit) times."
  }

  static func explanation(ofCompression server: String) -> String {
    "The response of \(server) cannot be decompressed."
  }

  static let explanationOfAuthorities = "The file of trusted certificates cannot be read or holds none."
}
