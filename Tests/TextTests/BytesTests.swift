import Testing
import Text

/// Text by its bytes: a mark that makes one `Character` with its neighbour hides nothing.
@Suite struct BytesTests {
  static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}"]

  @Test(arguments: marks) func `a mark hides no delimiter`(mark: String) {
    let text = "a/\(mark)b/c"
    #expect(text.begins(with: "a/") && !text.begins(with: "a/b") && "x/\(mark)".begins(with: "x/"))
    #expect("\(mark)/c".ends(with: "/c") && !text.ends(with: "b/c/") && "x\(mark)/".ends(with: "/"))
    #expect(text.holds("/") && "://\(mark)".holds("://") && !text.holds("//"))
    #expect(text.parts(between: "/").map(String.init) == ["a", "\(mark)b", "c"])
    #expect(text.cut(at: "/").map { [$0.before, $0.behind] } == ["a", "\(mark)b/c"])
    #expect(text.replacing(bytesOf: "/", by: "|").utf8.elementsEqual("a|\(mark)b|c".utf8))
  }

  @Test(arguments: [
    ("aaab", "aab", true), ("aaab", "ab", true), ("ab", "ab", true), ("ab", "", true), ("", "", true),
    ("aab", "ab ", false), ("ab", "abc", false), ("", "a", false), ("abab", "abb", false),
  ]) func `a part may begin anywhere`(text: String, part: String, isHeld: Bool) {
    #expect(text.holds(part) == isHeld && "<\(text)>".dropFirst().dropLast().holds(part) == isHeld)
  }

  @Test(arguments: [([], ""), (["a"], "a"), (["a", "", "b"], "a, , b")] as [([String], String)])
  func `strings are chained`(strings: [String], chain: String) {
    #expect(strings.chained(by: ", ") == chain)
  }

  @Test func `parts may be empty, and few`() {
    #expect("/a//b/".parts(between: "/").map(String.init) == ["a", "b"])
    #expect("/a//b/".parts(between: "/", keepsEmpty: true).map(String.init) == ["", "a", "", "b", ""])
    #expect("a=b=c".parts(between: "=", most: 1).map(String.init) == ["a", "b=c"])
    #expect("ab".cut(at: "=") == nil)
    #expect("=".cut(at: "=").map { $0.before.isEmpty && $0.behind.isEmpty } == true)
  }

  @Test func `what looks alike and is written differently is different`() {
    #expect("\u{E9}" == "e\u{301}" && !"\u{E9}".hasSameBytes(as: "e\u{301}"))
    #expect(!"\u{E9}t\u{E9}".holds("e\u{301}") && "x".hasSameBytes(as: "x"[...]))
  }
}
