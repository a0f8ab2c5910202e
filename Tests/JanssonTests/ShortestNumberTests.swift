import TestSupport
import Testing

@testable import Jansson

/// Numbers that stand in a text as clients get them are known as such.
@Suite struct ShortestNumberTests {
  /// The number at the beginning of a text that goes on behind it.
  private static func number(_ literal: String) -> (value: Double, end: Int)? {
    Array("\(literal),".utf8).span.shortestNumber(at: 0)
  }

  private static func canonical(_ literal: String) -> String {
    var out = CanonicalText(capacity: 0)
    _ = out.number(Array(literal.utf8).span, at: 0)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("7", 7), ("-7", -7), ("120", 120), ("0.5", 0.5), ("-0.0001", -0.000_1), ("53.550341", 53.550341),
      ("1.000000000001", 1.000_000_000_001), ("123456789012345", 123_456_789_012_345),
    ] as [(String, Double)])
  func `a number in its shortest form has its value and its end`(literal: String, value: Double) throws {
    let number = try #require(Self.number(literal))
    #expect(number.value == value)
    #expect(number.end == literal.utf8.count)
  }

  @Test(arguments: [
    "0", "-0", "0.0", "1.0", "1.50", "-12.340", "1e2", "15E-1", "0.00001", "1234567890123456",
    "12345678901234567890",
    "18446744073709551617", "18446744073709551616.5", "0.1234567890123456", "null", "true", #""7""#, "[1]",
    "{}",
  ])
  func `what has another form, or is not certain to have it, is none`(literal: String) {
    #expect(Self.number(literal) == nil)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `what is taken for the shortest form is what would be written`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var taken = 0
    for _ in 0..<200 {
      let whole = String(Int.random(in: -200...200, using: &random))
      let count = Int.random(in: 0...18, using: &random)
      let digits = (0..<count).map { _ in "0005".randomElement(using: &random) ?? "7" }
      let literal = digits.isEmpty ? whole : "\(whole).\(String(digits))"
      guard Self.number(literal) != nil else { continue }
      taken += 1
      #expect(Self.canonical(literal) == literal)
    }
    #expect(20..<190 ~= taken)
  }
}
