import Jansson
import TestSupport
import Testing

/// Opaque values keep the text of their source without the white space between its tokens.
@Suite struct CanonicalTextTests {
  @Test(arguments: [
    ("[ ]", "[]"), (" \t\r\n[ 1 ,\n{ \"a\" :\ttrue }\r\n]\n ", #"[1,{"a":true}]"#), ("\n7\n", "7"),
    (#"" \" , [ ""#, #"" \" , [ ""#), (#"{"a b":"\\" , "c":" "}"#, #"{"a b":"\\","c":" "}"#),
    (
      "[1e400, 123456789012345678901234567890 , -0.10E+02]",
      "[1e400,123456789012345678901234567890,-0.10E+02]"
    ),
    ("[\"a\u{2028}\u{85}b\u{2029}\" , \"é\u{A8}\"]", "[\"a\\u2028\\u0085b\\u2029\",\"é\u{A8}\"]"),
    (#"["\u2028\/\u00e9" ]"#, #"["\u2028\/\u00e9"]"#),
  ])
  func `a value that is compacted loses the white space between its tokens and nothing else`(
    text: String, compact: String
  ) {
    #expect(Scan.error(text) == nil)
    #expect(Self.compacted(Array(text.utf8), partsOf: 1_000) == compact)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `what is written, with white space between its tokens, is compacted to itself`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let tree = Tree.random(depth: 4, using: &random)
      let text = JSONText { tree.write(to: &$0) }
      let spaced = Self.spaced(text.bytes, using: &random)
      let count = Int.random(in: 1...100, using: &random)
      #expect(Self.compacted(spaced, partsOf: count) == text.description, "\(text)")
    }
  }

  private static func compacted(_ text: [UInt8], partsOf count: Int) -> String {
    var (out, index) = (CanonicalText(capacity: text.count), 0)
    while index < text.count { out.compact(text.span, from: &index, count: count) }
    return String(decoding: out.takeBytes(), as: UTF8.self)
  }

  /// The text with white space before and behind each structural character.
  private static func spaced(_ text: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var spaced: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in text {
      let isStructure = !isInString && Array("[]{}:,".utf8).contains(byte)
      if isStructure { spaced += space(using: &random) }
      spaced.append(byte)
      if isStructure { spaced += space(using: &random) }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
    }
    return spaced
  }

  private static func space(using random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
      Array(" \t\r\n".utf8).randomElement(using: &random)
    }
  }
}
