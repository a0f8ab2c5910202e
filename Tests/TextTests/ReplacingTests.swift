import Testing
import Text

@Suite struct ReplacingTests {
  @Test(arguments: [
    ("", ""), ("a/b", "a.b"), ("/", "."), ("//a/", "..a."), ("a/\u{301}b", "a.\u{301}b"), ("abc", "abc"),
  ])
  func `each scalar is replaced, under a combining mark too`(string: String, replaced: String) {
    #expect(Array(string.replacing("/", by: ".").utf8) == Array(replaced.utf8))
  }
}
