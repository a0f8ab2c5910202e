/// A sentence that is put together: literals and what they name, one behind the other, and a full stop.
///
/// Text that is appended to a String costs 325 instructions each time, and a problem's sentence has six parts. Here
/// bytes are appended, and as bytes they are written. StatusCore, which imports nothing of ours, has the same
/// (`Wording`).
package struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// In UTF-8, with a full stop at the end, unless another mark is there.
  package let utf8: [UInt8]
  private let hasOwnEnd: Bool

  private init(ending bytes: consuming [UInt8]) {
    hasOwnEnd =
      switch bytes.last {
      case nil, UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): true
      default: false
      }
    if !hasOwnEnd { bytes.append(UInt8(ascii: ".")) }
    utf8 = bytes
  }

  /// Without the full stop.
  package var string: String { String(decoding: hasOwnEnd ? utf8[...] : utf8.dropLast(), as: UTF8.self) }

  package init(stringLiteral literal: String) { self.init(ending: Array(literal.utf8)) }

  package init(stringInterpolation parts: Parts) { self.init(ending: parts.bytes) }

  package struct Parts: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []
    /// Bytes to make room for; most names have fewer.
    private static let longName = 24

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * Self.longName + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { bytes.append(contentsOf: literal.utf8) }
    }

    package mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }

    /// The name that was probably meant, as a question; otherwise what is said if none was.
    mutating func appendInterpolation(didYouMean nearest: String?, otherwise: String = "") {
      guard let nearest else { return appendLiteral(otherwise) }
      appendLiteral(", did you mean ")
      appendLiteral(nearest)
      appendLiteral("?")
    }
  }
}
