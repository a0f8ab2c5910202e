import Jansson
import Testing

/// Strings, numbers and words: RFC 8259, sections 3, 6 and 7.
@Suite struct JSONLexerTests {
  @Test(arguments: [
    "0", "-0", "7", "10", "-12", "0.5", "-0.25", "10.0", "1e1", "1E1", "1e+1", "1e-1", "0e0", "0.0E-10",
    "9223372036854775808", "123456789012345678901234567890", "1e400", "-1e-400",
  ])
  func `a number of RFC 8259 is taken`(text: String) {
    #expect(Scan.error(text) == nil)
  }

  @Test(arguments: [
    "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "1e-", "01", "-01", "00", "0x10", "1_000", "1,5", "- 1", "١",
    "NaN", "nan", "Infinity", "-Infinity", "1f", "1.5.2", "1e5.5", "--1",
  ])
  func `what only looks like a number is refused`(text: String) {
    #expect(Scan.error(text).isSyntax)
  }

  @Test(arguments: ["true", "false", "null"])
  func `the three words are taken`(text: String) {
    #expect(Scan.error(text) == nil)
  }

  @Test(arguments: ["True", "tru", "truee", "nul", "nil", "undefined", "f", "fals3"])
  func `other words are refused`(text: String) {
    #expect(Scan.error(text).isSyntax)
  }

  @Test(arguments: [
    #""""#, #""plain""#, #""\"""#, #""\\""#, #""\/""#, #""\b\f\n\r\t""#, #""\u0000""#, #""\u00e9""#,
    #""\uABCD""#, #""\uabcd""#, "\"\u{7F}\"", "\"é\u{2028}🛵\"", #""\ud83d\udef5""#, #""\uD83D\uDEF5x""#,
    #""\ue000""#, #""\\u""#, #""\\\"""#,
  ])
  func `a string of RFC 8259 is taken`(text: String) {
    #expect(Scan.error(text) == nil)
  }

  @Test(arguments: [
    "\"", #""open"#, #""open\""#, #""\"#, #""\x41""#, #""\a""#, #""\u12""#, #""\u12G4""#, #""\u""#,
    #""\U0041""#,
    #""\u+123""#, "'single'", "\"line\nbreak\"", "\"tab\there\"", "\"\u{0}\"", "\"\u{1F}\"", #""a" "b""#,
  ])
  func `what only looks like a string is refused`(text: String) {
    #expect(Scan.error(text).isSyntax)
  }

  @Test(arguments: [
    #""\ud800""#, #""\udbff""#, #""\udc00""#, #""\udfff""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#,
    #""\ud800\u0041""#, #""\udef5\ud83d""#, #""ab\ud83d""#,
  ])
  func `a lone surrogate is refused and named`(text: String) {
    #expect(Scan.error(text).words == "lone surrogate")
  }

  @Test(arguments: [
    (#"{"a":tru}"#, 5), (#"["abc"#, 1), (#"["a\qb"]"#, 3), (#"["\u00zz"]"#, 6), ("[\"a\u{1}\"]", 3),
    ("[01]", 1),
  ])
  func `an error says at which byte`(text: String, offset: Int) {
    #expect(Scan.error(text).offset == offset)
  }

  /// Strings are read in runs of eight bytes, so what ends one may stand at any place in a run.
  @Test(
    arguments: 0...20, [nil, "\"", #"\n"#, #"\x"#, #"\ud83d\udef5"#, #"\ud83d"#, "\u{1F}", "é", "\u{7F}"])
  func `what stands in a string is found at any place`(count: Int, special: String?) {
    for place in 0...count {
      for offset in 0...8 {
        let before = String(repeating: " ", count: offset) + "\"" + String(repeating: "x", count: place)
        let text = before + (special ?? "") + String(repeating: "x", count: count - place) + "\""
        switch special {
        case "\"": #expect(Scan.error(text).isSyntax)
        case #"\x"#, #"\ud83d"#, "\u{1F}": #expect(Scan.error(text).offset == before.utf8.count)
        default: #expect(Scan.error(text) == nil)
        }
      }
    }
  }

  @Test func `a text may be cut anywhere and is refused, without reading behind its end`() {
    let text = Array(#"{"a":[1.5e-3,true,null,"é\ud83d\udef5\\"]}"#.utf8)
    for count in text.indices {
      #expect(Scan.error(Array(text[..<count])).isSyntax, "\(count) bytes")
    }
    #expect(Scan.error(text) == nil)
  }
}

extension JSONScanError? {
  var isSyntax: Bool { words != nil }

  var words: String? {
    guard case .syntax(let words, _) = self else { return nil }
    return words
  }

  var offset: Int? {
    guard case .syntax(_, let offset) = self else { return nil }
    return offset
  }
}
