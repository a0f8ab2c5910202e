import Jansson
import Testing

@Suite struct JSONTextTests {
  @Test func `texts are equal when their bytes are`() {
    #expect(JSONText { $0.integer(1) } == JSONText(trusting: [0x31]))
    #expect(JSONText { $0.integer(1) } != JSONText(trusting: Array("1.0".utf8)))
  }

  @Test func `a large text within another is shared, and makes no difference`() {
    let large = JSONText { $0.string(String(repeating: "x", count: 10_000)) }
    let shared = JSONText { $0.array(of: [large, large]) { $0.text($1) } }
    let copied = JSONText(trusting: shared.bytes)
    #expect(shared.pieces.count > 1 && copied.pieces.count == 1)
    #expect(shared == copied && shared.hashValue == copied.hashValue)
    #expect(shared.count == copied.bytes.count)
    #expect(shared != JSONText(trusting: shared.bytes + [0x20]))
  }

  @Test func `null is four bytes`() {
    #expect(JSONText.null.description == "null")
  }

  @Test func `a copy of a span outlives the span`() {
    let bytes = Array("abc".utf8)
    #expect(bytes.span.extracting(1..<3).array == Array("bc".utf8))
    #expect(bytes.span.extracting(0..<0).array == [])
  }
}
