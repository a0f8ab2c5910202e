import Testing
import Text

/// How wide text is on a terminal.
@Suite struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Grün", 4), ("Gru\u{308}n", 4), ("日本語", 6), ("한국", 4), ("ｆｕｌｌ", 8), ("🙂", 2),
    ("👩\u{200D}🚀", 4), ("❤\u{FE0F}", 1), ("─▁✗●", 4), ("שלום", 4), ("\u{1100}\u{1161}\u{11A8}", 2), ("🇩🇪", 2),
  ])
  func `marks take no column, and wide characters two`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("ab", 0, ""), ("ab", 1, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `a text is cut before what does not fit`(text: String, limit: Int, cut: String) {
    #expect(Array(text.cut(toColumns: limit).unicodeScalars) == Array(cut.unicodeScalars))
  }

  @Test(arguments: [("日本", 6, "日本  "), ("日本語", 4, "日… "), ("abcd", 4, "abcd")])
  func `a padded text has exactly that width`(text: String, count: Int, padded: String) {
    #expect(text.padded(toColumns: count) == padded && padded.columns == count)
  }
}
