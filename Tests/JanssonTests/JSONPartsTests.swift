import Testing

@testable import Jansson

/// Members and elements, one after the other.
@Suite struct JSONPartsTests {
  @Test(arguments: [
    (#"{}"#, []), (#"[]"#, []), (#"[1,"a]",[2],{"x":3}]"#, ["1", #""a]""#, "[2]", #"{"x":3}"#]),
    (#"{"a":1,"b\"":{"c":[]},"d":null}"#, [#""a":1"#, #""b\"":{"c":[]}"#, #""d":null"#]),
  ])
  func `parts come in their order`(text: String, parts: [String]) throws {
    let bytes = Array(text.utf8)
    let found = try #require(JSONParts(of: bytes)).map { part in
      (part.name.map { String(decoding: bytes[$0], as: UTF8.self) + ":" } ?? "")
        + String(decoding: bytes[part.value], as: UTF8.self)
    }
    #expect(found == parts && JSONParts.count(of: bytes) == parts.count)
  }

  @Test(arguments: ["1", #""[1]""#, "null"])
  func `a scalar has none`(text: String) {
    #expect(JSONParts(of: Array(text.utf8)) == nil && JSONParts.count(of: Array(text.utf8)) == nil)
  }

  @Test func `a value within a text has its own`() {
    #expect(JSONParts.count(of: Array(#"{"a":[1,2,3],"b":[]}"#.utf8), at: 5) == 3)
  }

  @Test(arguments: [
    (#""abc""#, 2, "ab"), (#""abc""#, 9, "abc"), (#""a\nb""#, 2, "a\n"), (#""日本語""#, 2, "日本"),
    (#""\ud83d\ude42x""#, 1, "🙂"), (#""\u00e9\"x""#, 2, "é\""), (#""""#, 3, ""),
  ])
  func `a string is decoded as far as it is wanted`(literal: String, scalars: Int, text: String) {
    #expect(JSONString.decode(Array(literal.utf8).span, scalars: scalars) == text)
  }
}
