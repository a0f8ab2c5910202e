import Jansson
import Testing

/// RFC 6901 over the text itself.
struct JSONPointerLookupTests {
  private static let text = Array(
    #"{"foo":["bar",{"baz":1.50}],"":0,"a/b":1,"m~n":8,"k\u00f6":true,"deep":{"temperature":1,"other":2}}"#
      .utf8)

  private func find(_ pointer: String) throws -> String {
    String(decoding: Self.text[try JSONPointer.find(pointer, in: Self.text)], as: UTF8.self)
  }

  @Test(arguments: [
    ("/foo/0", #""bar""#), ("/foo/1/baz", "1.50"), ("/", "0"), ("/a~1b", "1"), ("/m~0n", "8"),
    ("/kö", "true"),
    ("/foo/1", #"{"baz":1.50}"#),
  ])
  func `a pointer finds the value as it was written`(pointer: String, value: String) throws {
    #expect(try find(pointer) == value)
  }

  /// Combining marks, joiners and variation selectors make one `Character` with what stands before them.
  @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
  func `a mark behind an escape is a part of the name`(mark: String) throws {
    let text = Array("{\"a/\(mark)b\":1,\"~\(mark)\":2,\"\(mark)\":[3]}".utf8)
    for (pointer, value) in [("/a~1\(mark)b", "1"), ("/~0\(mark)", "2"), ("/\(mark)/0", "3")] {
      #expect(String(decoding: text[try JSONPointer.find(pointer, in: text)], as: UTF8.self) == value)
    }
    #expect(throws: JSONPointer.LookupError.syntax) { try JSONPointer.find("/~\(mark)0", in: text) }
  }

  @Test func `names of different bytes are different, however they look`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let text = Array("{\"\(composed)\":1,\"\(decomposed)\":2}".utf8)
    #expect(String(decoding: text[try JSONPointer.find("/\(composed)", in: text)], as: UTF8.self) == "1")
    #expect(String(decoding: text[try JSONPointer.find("/\(decomposed)", in: text)], as: UTF8.self) == "2")
    let one = Array("{\"\(composed)\":1}".utf8)
    #expect(throws: JSONPointer.LookupError.self) { try JSONPointer.find("/\(decomposed)", in: one) }
  }

  @Test func `the empty pointer is the whole text`() throws {
    #expect(try JSONPointer.find("", in: Self.text) == 0..<Self.text.count)
  }

  @Test(arguments: [
    ("foo", JSONPointer.LookupError.syntax), ("/m~2n", .syntax), ("/m~", .syntax),
    ("/foo/2", .noElement(container: "/foo", count: 2)), ("/foo/-", .noElement(container: "/foo", count: 2)),
    ("/foo/01", .noElement(container: "/foo", count: 2)),
    ("/foo/+1", .noElement(container: "/foo", count: 2)),
    ("/foo/0/x", .scalar(container: "/foo/0")),
    (
      "/deep/temperatur",
      .noMember(container: "/deep", nearest: "/deep/temperature", known: ["temperature", "other"])
    ),
    ("/deep/zzz", .noMember(container: "/deep", nearest: nil, known: ["temperature", "other"])),
  ])
  func `what leads nowhere says where it ends`(pointer: String, error: JSONPointer.LookupError) {
    #expect(throws: error) { try JSONPointer.find(pointer, in: Self.text) }
  }
}
