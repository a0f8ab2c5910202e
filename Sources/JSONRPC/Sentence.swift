/// A sentence that is put together: literals and what they name, one behind the other.
///
/// Text that is appended to a String costs 325 instructions each time, and a problem's sentence has six parts. Here
/// bytes are appended, and the String is made once. StatusCore, which imports nothing of ours, has the same (`Words`).
package struct Sentence: ExpressibleByStringInterpolation {
  let string: String

  package init(stringLiteral literal: String) { string = literal }

  package init(stringInterpolation parts: Parts) { string = String(decoding: parts.bytes, as: UTF8.self) }

  package struct Parts: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []
    /// Bytes to make room for; most names have fewer.
    private static let longName = 24

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * Self.longName)
    }

    package mutating func appendLiteral(_ literal: String) { bytes.append(contentsOf: literal.utf8) }

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
