import Jansson
import Testing

@Suite struct SpanSearchTests {
  @Test(arguments: [("abca", 0, 0), ("abca", 1, 3), ("bc", 0, nil), ("", 0, nil), ("a", 1, nil)])
  func `the first byte from a place on is found`(text: String, start: Int, index: Int?) {
    #expect(Array(text.utf8).span.firstIndex(of: UInt8(ascii: "a"), from: start) == index)
  }

  @Test(arguments: [
    ("charset", true), ("Charset", false), ("charse", false), ("charsets", false), ("", false),
  ])
  func `a word is spelled byte for byte`(text: String, isWord: Bool) {
    #expect(Array(text.utf8).span.spells("charset") == isWord)
  }

  @Test(arguments: [
    ("utf-8", true), ("UTF-8", true), ("uTf-8", true), ("utf_8", false), ("utf\r8", false), ("utf-88", false),
  ])
  func `case does not matter where it should not`(text: String, isWord: Bool) {
    #expect(Array(text.utf8).span.spellsLowercased("utf-8") == isWord)
  }
}
