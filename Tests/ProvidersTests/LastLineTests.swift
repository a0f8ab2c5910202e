import Testing

@testable import Providers

@Suite struct LastLineTests {
  /// The line after these pieces were written, and that after the same bytes one by one: they must agree.
  private func line(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> String? {
    line(Array(text.utf8), sourceLocation: sourceLocation)
  }

  private func line(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> String? {
    var (whole, split) = (LastLine(), LastLine())
    whole.append(bytes[...])
    for index in bytes.indices { split.append(bytes[index...index]) }
    #expect(whole.text == split.text, sourceLocation: sourceLocation)
    return whole.text
  }

  @Test(arguments: [
    ("", nil), ("\n\n \n\t\n", nil), ("a", "a"), ("a\n", "a"), ("a\nb", "b"), ("a\nb\n\n \n", "b"),
    ("10 %\r20 %\r", "20 %"), ("a\r\nb\r\n", "b"), ("  a b  \n", "a b"), ("\ta\tb\t\n", "a b"),
    ("a\u{0}\u{7}b\u{7F}\u{9B}c", #"a\u{0}\u{7}b\u{7F}\u{9B}c"#), ("a\n\u{7}\n", "a"), ("a\n \u{202E}", "a"),
    ("\u{1B}[1;31merror\u{1B}[0m: no", "error: no"), ("a\u{2028}b\u{85}c", #"a\u{2028}b\u{85}c"#),
    ("user\u{202E}gpj.exe", #"user\u{202E}gpj.exe"#), ("\u{1B}[", nil), ("é\n", "é"),
  ])
  func `the last line that says something is kept`(text: String, kept: String?) {
    #expect(line(text) == kept)
  }

  @Test func `of a long line the start is kept`() {
    let long = String(repeating: "a", count: 100_000)
    #expect(line(long) == String(repeating: "a", count: 1_000))
    #expect(line("\(long)\nb") == "b")
  }

  @Test func `a line is no longer than the limit once it is escaped`() {
    let escapes = String(repeating: #"\u{1}"#, count: 199)
    #expect(line("a" + String(repeating: "\u{1}", count: 900)) == "a" + escapes)
  }

  @Test func `a line is no longer than the limit in UTF-8, and whole characters`() {
    #expect(line(String(repeating: "é", count: 600)) == String(repeating: "é", count: 500))
    #expect(line("a" + String(repeating: "é", count: 600)).map { $0.utf8.count <= 1_000 } == true)
    #expect(line([UInt8](repeating: 0xFF, count: 2_000)) == String(repeating: "\u{FFFD}", count: 333))
  }
}
