package import Jansson

/// How messages stand in a stream of bytes.
package enum Framing: String, CaseIterable, Sendable {
  /// One JSON text on one line, ended by LF.
  case lines
  /// `Content-Length: N`, CRLF CRLF, then N bytes: the base protocol of LSP.
  case headers

  /// Appends a whole frame with that body.
  package func append(_ body: JSONText, to output: inout [UInt8]) {
    switch self {
    case .lines:
      output += body.bytes
      output.append(UInt8(ascii: "\n"))
    case .headers:
      output += "Content-Length: \(body.bytes.count)\r\n\r\n".utf8
      output += body.bytes
    }
  }
}
