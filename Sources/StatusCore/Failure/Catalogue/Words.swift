/// Words that are put together: literals and what they name, one behind the other.
///
/// To make its sentence is most of what a refused call costs. Text that is appended to a String costs 325 instructions
/// each time; here its bytes are appended, and the String is made once.
struct Words: ExpressibleByStringInterpolation {
  private let bytes: [UInt8]

  init(stringLiteral literal: String) {
    bytes = Array(literal.utf8)
  }

  init(stringInterpolation parts: Parts) {
    bytes = parts.bytes
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  struct Parts: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []
    /// Bytes to make room for; most names have fewer.
    private static let longName = 24

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * Self.longName)
    }

    mutating func appendLiteral(_ literal: String) { bytes.append(contentsOf: literal.utf8) }

    mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func appendInterpolation(_ words: Words) { bytes.append(contentsOf: words.bytes) }

    mutating func appendInterpolation(_ number: some BinaryInteger) { appendInterpolation(String(number)) }
  }
}
