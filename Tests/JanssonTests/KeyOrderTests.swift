import TestSupport
import Testing

@testable import Jansson

/// The order of canonical strings is that of their values.
@Suite struct KeyOrderTests {
  private static let pieces: [String] = [
    "a", "b", "\\", "\"", "\n", "\t", "\r", "\u{1}", "\u{7}", "\u{1F}", "\u{85}", "\u{84}", "\u{2027}",
    "\u{2028}",
    "\u{2029}", "\u{202A}", "é", "u", "0", "\u{10FFFF}", "\u{FFFF}", "/", "\\u0007",
  ]

  private static func order(_ one: String, _ other: String) -> Int {
    var (out, texts) = (CanonicalText(capacity: 0), [Range<Int>]())
    for value in [one, other] {
      let literal = JSONText { $0.string(value) }.bytes
      texts.append(out.string(literal.span, at: 0))
    }
    #expect(out.bytes.span.isKey(texts[0], equalTo: texts[1]) == (one.utf8.elementsEqual(other.utf8)))
    return out.bytes.span.order(ofKey: texts[0], and: texts[1]).signum()
  }

  private static func expected(_ one: String, _ other: String) -> Int {
    one.utf8.elementsEqual(other.utf8) ? 0 : one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }

  @Test(arguments: ["", "a", "\\", "\\\\", "\u{1}", "\u{85}", "\n\\", "123456", "\\u000"])
  func `each two pieces have the order of their values, whatever stands before and behind them`(
    before: String
  ) {
    for one in Self.pieces {
      for other in Self.pieces + [""] {
        for behind in ["", "a", "\\"] {
          let (left, right) = (before + one + behind, before + other + behind)
          #expect(
            Self.order(left, right) == Self.expected(left, right),
            "\(left.debugDescription) \(right.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `random strings have the order of their values`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func string() -> String {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Self.pieces.prefix(Int(seed) % 20 + 3).randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<200 {
      let beginning = string() + string()
      let (one, other) = (beginning + string(), beginning + string())
      #expect(
        Self.order(one, other) == Self.expected(one, other),
        "\(one.debugDescription) \(other.debugDescription)")
    }
  }
}
