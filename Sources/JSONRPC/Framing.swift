package import Jansson

/// How messages stand in a stream of bytes.
package enum Framing: String, CaseIterable, Sendable {
  /// One JSON text on one line, ended by LF.
  case lines
  /// `Content-Length: N`, CRLF CRLF, then N bytes: the base protocol of LSP.
  case headers
}

/// Writes messages in frames, one after the other, into memory that it keeps.
package struct FrameWriter: ~Copyable {
  package var framing: Framing
  private var head = JSONWriter()
  private var body = JSONWriter()

  package init(_ framing: Framing) {
    self.framing = framing
  }

  /// Writes the frame of a message in place of the one before.
  package mutating func frame(_ message: (inout JSONWriter) -> Void) {
    body.removeAll()
    message(&body)
    switch framing {
    case .lines: body.constant("\n")
    case .headers:
      head.removeAll()
      head.constant("Content-Length: ")
      head.integer(body.count)
      head.constant("\r\n\r\n")
    }
  }

  /// Writes the frame of a message and lends it, as ``forEachPiece(_:shared:)`` does.
  package mutating func write(
    _ message: (inout JSONWriter) -> Void, to copied: (Span<UInt8>) -> Void,
    shared sharing: (ArraySlice<UInt8>) -> Void
  ) {
    frame(message)
    forEachPiece(copied, shared: sharing)
  }

  /// The message of the last frame, without what frames it; a copy.
  package var message: [UInt8] {
    let bytes = body.bytes
    return framing == .lines ? bytes.dropLast() : bytes
  }

  /// Lends the frame, piece by piece and in order.
  ///
  /// - Parameters:
  ///   - copied: Takes bytes that the next frame replaces.
  ///   - sharing: Takes a large value, which other messages may share.
  package borrowing func forEachPiece(
    _ copied: (Span<UInt8>) -> Void, shared sharing: (ArraySlice<UInt8>) -> Void
  ) {
    if framing == .headers { head.forEachPiece(copied, shared: sharing) }
    body.forEachPiece(copied, shared: sharing)
  }
}
