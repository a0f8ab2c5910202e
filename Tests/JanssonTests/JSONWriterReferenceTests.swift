import Jansson
import TestSupport
import Testing

/// The writer next to a reference that looks at one character after the other.
@Suite struct JSONWriterReferenceTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `strings are escaped as the reference does it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = Self.string(using: &random)
      #expect(JSONText { $0.string(value) }.description == Reference.string(value))
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `parts of a string are one string`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let (a, b, c) = (
        Self.string(using: &random), Self.string(using: &random), Self.string(using: &random)
      )
      let text = JSONText { json in
        json.openString()
        let written = json.characters(a)
        json.characters(JSONCharacters(b))
        json.characters(c)
        json.characters(written)
        json.closeString()
      }
      #expect(text.description == Reference.string(a + b + c + a))
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `line breaks of received strings are escaped as the reference does it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      // What the scanner passes has no raw control character.
      let scalars = Self.string(using: &random).unicodeScalars.filter { $0.value >= 0x20 }
      let value = String(String.UnicodeScalarView(scalars))
      let text = JSONText { $0.received(Array(value.utf8).span) }
      #expect(text.description == Reference.lineBreaksEscaped(value))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `numbers are written as Swift describes them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let integer = Int(bitPattern: UInt(random.next() >> UInt64.random(in: 0...63, using: &random)))
      let signed = Bool.random(using: &random) ? integer : 0 &- integer
      #expect(JSONText { $0.integer(signed) }.description == String(signed))
      let number = Self.number(using: &random)
      #expect(JSONText { $0.number(number) }.description == Reference.number(number), "\(number)")
    }
  }

  @Test func `every power of ten and its neighbours have their digits`() {
    var power = 1
    while true {
      for value in [power - 1, power, power + 1, -power, 1 - power] {
        #expect(JSONText { $0.integer(value) }.description == String(value))
        #expect(JSONText { $0.number(Double(value)) }.description == Reference.number(Double(value)))
      }
      let (next, isTooLarge) = power.multipliedReportingOverflow(by: 10)
      if isTooLarge { return }
      power = next
    }
  }

  // MARK: Chance

  /// Mostly plain letters, so that every length of a clean run comes before what is escaped.
  private static func string(using random: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0x61...0x7A, 0x61...0x7A, 0x20...0x7F, 0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x80...0xBF,
      0xC0...0x2FF, 0x2000...0x2FFF, 0x2026...0x202A, 0x1F600...0x1F6FF,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let range = ranges[Int.random(in: ranges.indices, using: &random)]
      if let scalar = UnicodeScalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }

  /// Any double, or one near the end of exact integers, or one with few digits.
  private static func number(using random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0...2, using: &random) {
    case 0: Double(bitPattern: random.next())
    case 1: Double(Int.random(in: (1 << 53) - 3...(1 << 54) + 4, using: &random))
    default: Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1_000
    }
  }
}

/// The rules of docs/protocol.md, in the fewest words.
private enum Reference {
  static func string(_ value: String) -> String {
    "\"" + value.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": #"\""#
    case "\\": #"\\"#
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    case "\0"..."\u{1F}", "\u{85}", "\u{2028}", "\u{2029}": unicodeEscape(scalar)
    default: String(scalar)
    }
  }

  static func lineBreaksEscaped(_ value: String) -> String {
    value.unicodeScalars.map { scalar in
      ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) ? unicodeEscape(scalar) : String(scalar)
    }.joined()
  }

  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let digits = "\(value)"
    return digits.hasSuffix(".0") && digits != "-0.0" ? String(digits.dropLast(2)) : digits
  }
}
