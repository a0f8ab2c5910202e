import Jansson
import TestSupport
import Testing

@Suite struct JSONStringTests {
  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u0000\u00e9""#, "A\0é"),
    (#""\ud83d\udef5""#, "🛵"), (#""\uD83D\uDEF5x""#, "🛵x"), (#""x\uABCD\uabcd""#, "x\u{ABCD}\u{ABCD}"),
    (#""é\u0301""#, "é\u{301}"), (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\ud800\udc00""#, "\u{10000}"),
  ])
  func `a string is what its escapes mean`(literal: String, value: String) {
    let bytes = Array(literal.utf8)
    #expect(Array(JSONString.decode(bytes.span).utf8) == Array(value.utf8))
    #expect(JSONString.bytes(bytes.span) == Array(value.utf8))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `strings read as jansson reads them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "é", "🛵", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u0000"#, #"\u00E9"#, #"\uD83D\uDEF5"#, "12345678",
    ]
    for _ in 0..<50 {
      let inside = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }
      let literal = Array("\"\(inside.joined())\"".utf8)
      let expected = try #require(try JSONValue.parse(literal.span).string)
      #expect(Array(JSONString.decode(literal.span).utf8) == Array(expected.utf8))
    }
  }
}
