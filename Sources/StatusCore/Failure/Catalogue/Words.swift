/// Words that are put together: literals and what they name, one behind the other.
///
/// To make its sentence is most of what a refused call costs. Text that is appended to a String costs 325 instructions
/// each time; here its bytes are appended, and the String is made once.
struct Words: ExpressibleByStringInterpolation {
  let string: String

  init(stringLiteral literal: String) { string = literal }

  init(stringInterpolation parts: Parts) { string = String(decoding: parts.bytes, as: UTF8.self) }

  struct Parts: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []
    /// Bytes to make room for; most names have fewer.
    private static let longName = 24

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * Self.longName)
    }

    mutating func appendLiteral(_ literal: String) { bytes.append(contentsOf: literal.utf8) }

    mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func appendInterpolation(_ number: some BinaryInteger) { appendInterpolation(String(number)) }
  }
}
