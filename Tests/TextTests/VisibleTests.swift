import TestSupport
import Testing
import Text

@Suite struct VisibleTests {
  @Test(arguments: [
    ("a\nb", #"a\nb"#), ("a\r\nb", #"a\r\nb"#), ("\t", #"\t"#), ("\0", #"\u{0}"#), ("\u{7}", #"\u{7}"#),
    ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("\u{7F}", #"\u{7F}"#), ("\u{80}", #"\u{80}"#),
    ("\u{9B}2J", #"\u{9B}2J"#), ("\u{9F}", #"\u{9F}"#), ("a\u{85}b", #"a\u{85}b"#),
    ("a\u{2028}b\u{2029}c", #"a\u{2028}b\u{2029}c"#), ("\u{61C}", #"\u{61C}"#),
    ("\u{200E}\u{200F}", #"\u{200E}\u{200F}"#), ("\u{202A}x\u{202E}", #"\u{202A}x\u{202E}"#),
    ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#), ("a\u{200B}b", #"a\u{200B}b"#),
    ("\u{2060}\u{206F}", #"\u{2060}\u{206F}"#), ("\u{FEFF}[]", #"\u{FEFF}[]"#),
    ("\u{FFF9}\u{FFFB}", #"\u{FFF9}\u{FFFB}"#), ("\u{E0000}\u{E007F}", #"\u{E0000}\u{E007F}"#),
    ("e\u{202E}\u{301}", "e\\u{202E}\u{301}"),
  ])
  func `what cannot be seen is escaped`(string: String, visible: String) {
    #expect(Array(string.visible.utf8) == Array(visible.utf8))
  }

  @Test(arguments: [
    ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\nb", 4, #"a\nb"#), ("a\nb", 3, "a…"),
    ("\u{202E}", 7, "…"), ("\u{202E}", 8, #"\u{202E}"#), ("Grüße", 5, "Grüße"), ("e\u{301}x", 2, "e…"),
  ])
  func `a beginning has so many characters at most, and no half escape`(
    string: String, limit: Int, visible: String
  ) {
    #expect(string.visible(inScalars: limit) == visible)
    #expect(string.visible(inScalars: limit).unicodeScalars.count <= limit)
  }

  @Test(arguments: [
    "", "plain text, with punctuation: \"quoted\" ~", #"C:\new\u{41}"#, "Grüße", "Привет", "שלום עולם",
    "مرحبا",
    "می\u{200C}خواهم", "नमस्ते", "你好", "e\u{301}", "👩\u{200D}🚀", "☀\u{FE0F}", "\u{A0}\u{AD}\u{FFFD}",
  ])
  func `what can be seen stays, byte by byte`(string: String) {
    #expect(Array(string.visible.utf8) == Array(string.utf8))
  }

  /// The ends of every range and their neighbours: a table that is off by one shows.
  @Test(arguments: [
    (0x00, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200B, 0x200B), (0x200E, 0x200F), (0x2028, 0x2029),
    (0x202A, 0x202E), (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE007F),
  ])
  func `a range of invisible characters has its ends`(first: UInt32, last: UInt32) {
    let isInvisible = { (value: UInt32) in Unicode.Scalar(value)?.isInvisible }
    #expect((first...last).allSatisfy { isInvisible($0) == true })
    // U+2029 and U+202A are neighbours of two ranges.
    if first > 0, first != 0x202A { #expect(isInvisible(first - 1) == false) }
    if last != 0x2029 { #expect(isInvisible(last + 1) == false) }
  }

  @Test func `escaping twice changes nothing`() {
    let once = "\u{1B}[0m\\n\n\u{202E}".visible
    #expect(once.visible == once)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abc", 2, "ab"), ("", 0, ""), ("é", 1, ""), ("aé", 3, "aé"), ("a\nb", 3, #"a\n"#),
    ("a\nb", 2, "a"), ("a\u{202E}", 8, "a"), ("a\u{202E}", 9, #"a\u{202E}"#), ("\nab", 1, ""),
  ])
  func `a limit in bytes cuts no escape and no character`(string: String, limit: Int, visible: String) {
    #expect(string.visible(inBytes: limit) == visible)
  }

  @Test func `a limit makes a long string cheap`() {
    let long = String(repeating: "\u{202E}", count: 1_000_000)
    let time = processorTime {
      #expect((0..<10_000).allSatisfy { _ in long.visible(inBytes: 8) == #"\u{202E}"# })
    }
    #expect(time < .seconds(10))
  }
}
