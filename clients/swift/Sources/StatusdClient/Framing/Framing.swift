internal import Foundation

/// How messages become bytes, as docs/protocol.md says.
///
/// The daemon takes up what it is spoken to in.
public enum Framing: Sendable, CaseIterable {
  /// One message on each line.
  case lines
  /// Each message behind a header with its length, as in LSP.
  case headers
}

extension Framing {
  /// Bytes of the longest message that is taken: more than any value that a daemon would be configured to keep.
  static let longestMessage = 64 << 20

  func encoded(_ message: Data) -> Data {
    switch self {
    case .lines: message + Data("\n".utf8)
    case .headers: Data("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }
  }

  func makeDecoder() -> any FrameDecoder {
    switch self {
    case .lines: LineDecoder()
    case .headers: HeaderDecoder()
    }
  }
}

/// Takes bytes in pieces of any size.
protocol FrameDecoder {
  /// The messages that `piece` completes.
  mutating func feed(_ piece: Data) throws(NotStatusd) -> [Data]
}
