/// A number as 64 bits hold it.
package enum JSONNumber: Hashable, Sendable {
  case integer(Int)
  case real(Double)

  /// Reads a literal that was scanned: RFC 8259, section 6.
  ///
  /// nil for an integer or a real that 64 bits do not hold. A real that is too small for them is 0.
  package init?(_ literal: Span<UInt8>) {
    if Self.isInteger(literal) {
      guard let value = Self.integer(literal) else { return nil }
      self = .integer(value)
    } else {
      let text = String(decoding: literal.array, as: UTF8.self)
      guard let value = Double(text), value.isFinite else { return nil }
      self = .real(value)
    }
  }

  /// The value as a double; integers beyond 2^53 lose their last digits.
  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// The value as an integer, however it is written: `10`, `10.0` and `1e1` are the same.
  package var integer: Int? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int(exactly: value)
    }
  }

  /// Whether the literal has neither a fraction nor an exponent.
  private static func isInteger(_ literal: Span<UInt8>) -> Bool {
    literal.indices.allSatisfy { literal[$0] <= UInt8(ascii: "9") && literal[$0] != UInt8(ascii: ".") }
  }

  private static func integer(_ literal: Span<UInt8>) -> Int? {
    let isNegative = literal[0] == UInt8(ascii: "-")
    var value = 0
    for index in (isNegative ? 1 : 0)..<literal.count {
      let digit = Int(literal[index] & 0xF)
      // Downwards, because -2^63 has no positive counterpart.
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.subtractingReportingOverflow(digit)
      guard !overflow, !overflows else { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }
}
