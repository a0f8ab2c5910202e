/// Words that are put together: literals and what they name, one behind the other.
///
/// To make its sentence is much of what a refused call costs. Text that is appended to a String costs 325 instructions
/// each time, so here its bytes are appended; and they stay bytes, as which they are written to clients.
package struct Wording: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// In UTF-8.
  package let utf8: [UInt8]

  package init(utf8: [UInt8]) { self.utf8 = utf8 }

  package init(_ string: String) { utf8 = Array(string.utf8) }

  package init(stringLiteral literal: String) { self.init(literal) }

  package init(stringInterpolation parts: Parts) { utf8 = parts.bytes }

  package var string: String { String(decoding: utf8, as: UTF8.self) }

  /// Whether the last character ends a sentence.
  package var endsSentence: Bool { utf8.last?.endsSentence ?? false }

  package struct Parts: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []
    /// Bytes to make room for; most names have fewer.
    private static let longName = 24

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * Self.longName)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { bytes.append(contentsOf: literal.utf8) }
    }

    package mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      appendInterpolation(String(number))
    }
  }
}

extension UInt8 {
  /// Whether the character ends a sentence.
  var endsSentence: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): true
    default: false
    }
  }
}
