import TestSupport
import Testing

@testable import Jansson

/// Numbers that are cut have the value of all their digits.
@Suite struct LongNumberTests {
  private static func value(_ literal: String) -> Double {
    LongNumber(Array(literal.utf8).span).value
  }

  private static func digits(_ count: Int, using random: inout SeededGenerator) -> String {
    String((0..<count).map { _ in Character(UnicodeScalar(UInt8.random(in: 0x30...0x39, using: &random))) })
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `a number has the double that strtod gives`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = [0, 1, 5, 20, 300, 900].randomElement(using: &random) ?? 0
    var literal = Bool.random(using: &random) ? "-" : ""
    literal += whole == 0 ? "0" : "7" + Self.digits(whole - 1, using: &random)
    let zeros = [0, 0, 3, 40, 310, 1_200].randomElement(using: &random) ?? 0
    let fraction = [0, 1, 17, 700, 900, 2_000].randomElement(using: &random) ?? 0
    if fraction > 0 {
      literal += "." + String(repeating: "0", count: zeros) + Self.digits(fraction, using: &random)
    }
    if Bool.random(using: &random) {
      literal +=
        [
          "e0", "E-5", "e+10", "e-300", "e300", "e-1000", "e00000000000000000001", "e99999999999999999999",
        ].randomElement(using: &random) ?? ""
    }
    let expected = try #require(Double(literal))
    #expect(Self.value(literal).bitPattern == expected.bitPattern, "\(literal)")
  }

  /// Half way between 1 and its neighbour, and what is just beyond that.
  @Test(arguments: [("", 1), ("1", 1.0.nextUp)] as [(String, Double)])
  func `a digit far behind decides what is half way between two doubles`(last: String, value: Double) {
    let half = "1.00000000000000011102230246251565404236316680908203125"
    #expect(Self.value(half + String(repeating: "0", count: 5_000) + last) == value)
  }

  @Test(
    arguments: [
      ("0." + String(repeating: "0", count: 2_000), 0), ("-0." + String(repeating: "0", count: 2_000), -0.0),
      ("1" + String(repeating: "0", count: 2_000) + "e-2000", 1),
      ("0." + String(repeating: "0", count: 2_000) + "25e2001", 2.5),
      ("1" + String(repeating: "0", count: 2_000), .infinity),
      ("1e-" + String(repeating: "9", count: 2_000), 0),
    ] as [(String, Double)])
  func `a number of more digits than are looked at has its value`(literal: String, value: Double) {
    #expect(Self.value(literal).bitPattern == value.bitPattern)
  }

  @Test(arguments: [
    "53." + String(repeating: "0", count: 3_000), "-0." + String(repeating: "0", count: 3_000),
    "53." + String(repeating: "0", count: 3_000) + "1", "0." + String(repeating: "3", count: 3_000),
    "-12." + String(repeating: "0", count: 980) + "5", "1." + String(repeating: "0", count: 998),
    "1." + String(repeating: "0", count: 997), "5" + String(repeating: "0", count: 200) + "e-200",
    "0." + String(repeating: "0", count: 1_200) + "5e1300",
  ])
  func `a long number is written as its double is`(literal: String) throws {
    let value = try #require(Double(literal))
    let expected = JSONText { $0.number(value) }.bytes
    for behind in ["", ",", " ]", "}"] {
      var out = CanonicalText(capacity: 0)
      let read = out.number(Array((literal + behind).utf8).span, at: 0)
      #expect(read.bitPattern == value.bitPattern)
      #expect(out.bytes == expected, "\(String(decoding: out.bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: 1...120)
  func `a literal ends where it does, however long it is`(count: Int) throws {
    let number = String(repeating: "4", count: count)
    for end in ["", ",", "]", "}", " ", "\n", ".5e3,", ".5"] {
      let text = Array((number + end).utf8)
      let expected = count + (end.hasPrefix(".") ? end.utf8.count - (end.hasSuffix(",") ? 1 : 0) : 0)
      #expect(text.span.endOfLiteral(from: 0) == expected)
      #expect(try JSONLexer.literal(text.span, from: 0).end == expected)
      #expect(text.span.endOfDigits(from: 0) == count)
    }
  }
}
