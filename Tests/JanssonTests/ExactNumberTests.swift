import Jansson
import TestSupport
import Testing

/// The order of numbers, beside one that is computed with integers.
struct ExactNumberTests {
  private func number(_ literal: String) -> ExactNumber {
    let bytes = Array(literal.utf8)
    return ExactNumber(bytes.span)
  }

  /// In the order of their values; those of a row are equal.
  private static let rows = [
    ["-1e400", "-10e399"], ["-123456789012345678901234567891"], ["-123456789012345678901234567890.0"],
    ["-1.5"],
    ["-1", "-1.0", "-0.1e1"], ["-1e-400"], ["0", "-0", "0.0", "-0.000e5", "0e-9"], ["1e-400", "0.1e-399"],
    ["0.0125", "125E-4", "1.25e-2"], ["0.1"], ["0.10000000000000000000000000001"], ["1", "1.000", "100e-2"],
    ["9"],
    ["10", "1e1", "1E+01", "0.01e3"], ["100000000000000000000"], ["100000000000000000001"],
    ["1e99999999999999999999"],
    ["1e100000000000000000000", "0.1e100000000000000000001"],
  ]

  @Test func `numbers are in the order of their exact values`() {
    for (index, row) in Self.rows.enumerated() {
      for literal in row {
        for (otherIndex, others) in Self.rows.enumerated() {
          for other in others {
            #expect((number(literal) < number(other)) == (index < otherIndex), "\(literal) \(other)")
            #expect((number(literal) == number(other)) == (index == otherIndex), "\(literal) \(other)")
          }
        }
      }
    }
  }

  @Test func `a number is written as JSON that reads back the same`() {
    for literal in Self.rows.joined() {
      let written = number(literal).description
      #expect(number(written) == number(literal) && number(written).description == written, "\(literal)")
    }
  }

  @Test(arguments: [
    ("-1E2", "-100"), ("1.0", "1"), ("125e-4", "0.0125"), ("-1.50", "-1.5"), ("0e9", "0"),
    ("1e20", "1" + zeros(20)),
    ("1e21", "1e21"), ("12e-22", "0." + zeros(20) + "12"), ("12e-23", "12e-23"), ("1.25e-100", "125e-102"),
  ])
  func `a number is written with an exponent where many zeros would stand`(literal: String, written: String) {
    #expect(number(literal).description == written)
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `decimals compare as the integers that they are many times smaller than`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (one, other) = (Decimal.random(using: &random), Decimal.random(using: &random))
      let (left, right) = (one.literal(using: &random), other.literal(using: &random))
      #expect((number(left) < number(right)) == (one.scaled < other.scaled), "\(left) \(right)")
      #expect((number(left) == number(right)) == (one.scaled == other.scaled), "\(left) \(right)")
    }
  }
}

/// `units` × 10^-scale.
private struct Decimal {
  let units: Int
  let scale: Int

  /// Few digits and places, so that equal ones come.
  static func random(using random: inout SeededGenerator) -> Decimal {
    let digits = Int.random(in: 1...15, using: &random)
    var most = 1
    for _ in 0..<Int.random(in: 1...digits, using: &random) { most *= 10 }
    return Decimal(
      units: Int.random(in: -most...most, using: &random) / 10 * Int.random(in: 1...10, using: &random),
      scale: Int.random(in: 0...8, using: &random))
  }

  /// Times 10^8.
  var scaled: Int128 {
    (scale..<8).reduce(Int128(units)) { value, _ in value * 10 }
  }

  /// One of the ways to write it: the point somewhere, the rest in the exponent, zeros at either end.
  func literal(using random: inout SeededGenerator) -> String {
    let sign = units < 0 ? "-" : ""
    var digits = String(units.magnitude)
    var exponent = -scale
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      digits += "0"
      exponent -= 1
    }
    // A JSON number has no leading zeros, but for the one before a point.
    let point = Int.random(in: 0...digits.count, using: &random)
    let whole = digits.prefix(digits.count - point)
    let text = (whole.isEmpty ? "0" : String(whole)) + (point > 0 ? ".\(digits.suffix(point))" : "")
    exponent += point
    let mark = ["e", "E", "e+", "E+"].randomElement(using: &random) ?? "e"
    guard exponent != 0 || .random(using: &random) else { return sign + text }
    return sign + text + (exponent < 0 ? "e\(exponent)" : "\(mark)\(exponent)")
  }
}
