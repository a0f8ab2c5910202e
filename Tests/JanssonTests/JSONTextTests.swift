import Jansson
import Testing

@Suite struct JSONTextTests {
  @Test func `texts are equal when their bytes are`() {
    #expect(JSONText { $0.integer(1) } == JSONText(trusting: [0x31]))
    #expect(JSONText { $0.integer(1) } != JSONText(trusting: Array("1.0".utf8)))
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
