import Jansson
import TestSupport
import Testing

@Suite struct JSONNumberTests {
  private static func number(_ text: String) -> JSONNumber? {
    JSONNumber(Array(text.utf8).span)
  }

  @Test(
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("7", .integer(7)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("10.0", .real(10)), ("1e1", .real(10)), ("-0.5", .real(-0.5)), ("1E-2", .real(0.01)),
      ("0.1", .real(0.1)), ("1.7976931348623157e308", .real(.greatestFiniteMagnitude)), ("1e-400", .real(0)),
      ("9007199254740993.0", .real(9_007_199_254_740_992)), ("1e+2", .real(100)),
    ] as [(String, JSONNumber)])
  func `a number is an integer or a real`(text: String, number: JSONNumber) {
    #expect(Self.number(text) == number)
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890", "1e400", "-1e400",
    "92233720368547758070",
  ])
  func `a number beyond 64 bits is none`(text: String) {
    #expect(Self.number(text) == nil)
  }

  @Test(arguments: [("10", 10), ("10.0", 10), ("1e1", 10), ("1.5", nil), ("1e300", nil), ("-100e-1", -10)])
  func `an integer may be written in several ways`(text: String, integer: Int?) {
    #expect(Self.number(text)?.integer == integer)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `numbers read as jansson reads them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let text = Self.text(using: &random)
      let expected = try? JSONValue.parse(Array(text.utf8).span)
      let number = Self.number(text)
      #expect(number?.double == expected?.number, "\(text)")
      #expect(number?.integer == expected?.integer, "\(text)")
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    let digits = { (limit: Int, random: inout SeededGenerator) in
      (0..<Int.random(in: 1...limit, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
        .joined()
    }
    let whole =
      Bool.random(using: &random) ? "0" : "\(Int.random(in: 1...9, using: &random))" + digits(20, &random)
    let fraction = Bool.random(using: &random) ? "." + digits(18, &random) : ""
    let sign = ["", "+", "-"].randomElement(using: &random) ?? ""
    let exponent = Bool.random(using: &random) ? "e" + sign + digits(3, &random) : ""
    return (Bool.random(using: &random) ? "-" : "") + whole + fraction + exponent
  }
}
