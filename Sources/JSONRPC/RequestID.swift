package import Jansson

/// A request's id, as the bytes in which it was written: `1.0`, `1e2` and thirty digits come back unchanged.
///
/// Two ids are the same when their bytes are; `1` and `1.0` are two.
package struct RequestID: Hashable, Sendable {
  private enum Text: Hashable {
    case short(ShortBytes)
    case long([UInt8])
  }

  private let text: Text

  package init(trusting bytes: [UInt8]) {
    self.init(bytes.span, 0..<bytes.count)
  }

  /// The id that stands at `range` of a scanned text.
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    if let short = ShortBytes(text, range) {
      self.text = .short(short)
    } else {
      self.text = .long(text.extracting(range).array)
    }
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] {
    switch text {
    case .short(let bytes): bytes.bytes
    case .long(let bytes): bytes
    }
  }

  /// Writes the id as it was received.
  package func write(to json: inout JSONWriter) {
    switch text {
    case .short(let bytes): json.received(bytes)
    case .long(let bytes): json.received(bytes.span)
    }
  }

  /// `null`: the id of a request that chose it, and of responses to messages whose id could not be read.
  package static let null = RequestID(trusting: Array("null".utf8))

  /// The longest id that is taken, in bytes as written.
  package static let maximumLength = 4_096

  package var isNull: Bool { self == .null }

  /// Whether it is a string, or a number without fraction and exponent.
  package var isStringOrWholeNumber: Bool {
    switch text {
    case .long(let bytes): return Self.isStringOrWholeNumber(bytes.span)
    case .short(let bytes):
      var isEither = false
      bytes.withSpan { isEither = Self.isStringOrWholeNumber($0) }
      return isEither
    }
  }

  private static func isStringOrWholeNumber(_ literal: Span<UInt8>) -> Bool {
    if literal[0] == UInt8(ascii: "\"") { return true }
    for index in (literal[0] == UInt8(ascii: "-") ? 1 : 0)..<literal.count {
      guard 0x30...0x39 ~= literal[index] else { return false }
    }
    return true
  }
}

extension RequestID: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
