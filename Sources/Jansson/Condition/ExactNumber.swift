/// A number of JSON by its exact value, however many digits it has and however it is written (RFC 8259, section 6).
///
/// The value is 0.d₁d₂… × 10^exponent. Neither the first digit nor the last is 0, and zero has none:
///
/// | literal | digits | exponent |
/// |---|---|---|
/// | `1`, `1.0`, `10e-1` | 1 | 1 |
/// | `-100`, `-1E2` | 1 | 3 |
/// | `0.0125` | 125 | -1 |
/// | `0`, `-0.0`, `0e9` | | 0 |
package struct ExactNumber: Hashable, Sendable {
  private var isNegative: Bool
  private var digits: [UInt8] = []
  private var exponent: Int128 = 0

  /// Exponents beyond this are taken for it.
  private static let largestExponent: Int128 = 1_000_000_000_000_000_000_000_000_000_000

  /// - Parameter literal: A number that a scanner has passed.
  package init(_ literal: Span<UInt8>) {
    isNegative = literal[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    var isFraction = false
    while index < literal.count, literal[index] | 0x20 != UInt8(ascii: "e") {
      if literal[index] == UInt8(ascii: ".") { isFraction = true } else { add(literal[index], isFraction) }
      index += 1
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty {
      (isNegative, exponent) = (false, 0)
    } else if index < literal.count {
      exponent += Self.exponent(literal.extracting((index + 1)...))
    }
  }

  private mutating func add(_ digit: UInt8, _ isFraction: Bool) {
    let isLeading = digits.isEmpty && digit == UInt8(ascii: "0")
    if !isLeading { digits.append(digit) }
    // A digit before the point moves it to the right, and a leading zero behind the point to the left.
    if isFraction { exponent -= isLeading ? 1 : 0 } else { exponent += isLeading ? 0 : 1 }
  }

  private static func exponent(_ text: Span<UInt8>) -> Int128 {
    var value: Int128 = 0
    for index in text.indices where 0x30...0x39 ~= text[index] {
      value = min(value * 10 + Int128(text[index] & 0xF), largestExponent)
    }
    return text[0] == UInt8(ascii: "-") ? -value : value
  }
}

extension ExactNumber: Comparable {
  package static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    guard left.sign == right.sign else { return left.sign < right.sign }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  /// Without the signs.
  private func isSmaller(than other: ExactNumber) -> Bool {
    guard exponent == other.exponent else { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

extension ExactNumber: CustomStringConvertible {
  /// A literal of JSON for the number, with all its digits: `-100`, `0.0125`, `1e30`.
  package var description: String {
    guard !digits.isEmpty else { return "0" }
    let text = String(decoding: digits, as: UTF8.self)
    return (isNegative ? "-" : "") + Self.literal(text, exponent)
  }

  /// An exponent is written only where many zeros would stand in its place.
  private static func literal(_ digits: String, _ exponent: Int128) -> String {
    let count = Int128(digits.utf8.count)
    switch exponent {
    case count...(count + mostZeros): return digits + zeros(exponent - count)
    case 1..<count: return "\(digits.prefix(Int(exponent))).\(digits.dropFirst(Int(exponent)))"
    case -mostZeros...0: return "0." + zeros(-exponent) + digits
    default: return "\(digits)e\(exponent - count)"
    }
  }

  private static let mostZeros: Int128 = 20

  private static func zeros(_ count: Int128) -> String { String(repeating: "0", count: Int(count)) }
}
