package import Jansson

/// How messages stand in a stream of bytes.
package enum Framing: String, CaseIterable, Sendable {
  /// One JSON text on one line, ended by LF.
  case lines
  /// `Content-Length: N`, CRLF CRLF, then N bytes: the base protocol of LSP.
  case headers

  private static let lineEnd: [ArraySlice<UInt8>] = [[UInt8(ascii: "\n")]]

  /// A whole frame with that body, in pieces that follow each other.
  package func frame(_ body: JSONText) -> [ArraySlice<UInt8>] {
    switch self {
    case .lines: body.pieces + Self.lineEnd
    case .headers: [ArraySlice("Content-Length: \(body.count)\r\n\r\n".utf8)] + body.pieces
    }
  }
}
