import Testing
import Text

@Suite struct ExcerptTests {
  @Test(arguments: ["", "a", String(repeating: "x", count: 128), String(repeating: "é", count: 128)])
  func `a string of at most 128 scalars stays whole`(string: String) {
    #expect(string.excerpt == string)
  }

  @Test func `a longer string ends after 128 scalars, with an ellipsis`() {
    let long = String(repeating: "é", count: 129)
    #expect(long.excerpt == String(repeating: "é", count: 128) + "…")
  }

  @Test func `one character of many scalars is cut inside`() {
    let tower = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(tower.excerpt.unicodeScalars.count == 129)
  }

  @Test func `a quoted string stands between quotation marks`() {
    #expect("name".quoted == "\"name\"")
    #expect(String(repeating: "x", count: 200).quoted == "\"" + String(repeating: "x", count: 128) + "…\"")
  }
}
