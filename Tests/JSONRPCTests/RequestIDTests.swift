import JSONRPC
import Jansson
import Testing

@Suite struct RequestIDTests {
  @Test func `ids are the same when their bytes are`() {
    #expect(RequestID(trusting: Array("1".utf8)) == RequestID(trusting: Array("1".utf8)))
    #expect(RequestID(trusting: Array("1".utf8)) != RequestID(trusting: Array("1.0".utf8)))
    #expect(RequestID(trusting: Array("1".utf8)) != RequestID(trusting: Array("\"1\"".utf8)))
  }

  @Test(arguments: [("null", true), ("\"null\"", false), ("0", false)])
  func `null is null alone`(text: String, isNull: Bool) {
    #expect(RequestID(trusting: Array(text.utf8)).isNull == isNull)
  }

  @Test(
    arguments: [
      ("1", true), ("-12", true), (#""""#, true), (#""1.5""#, true),
      (String(repeating: "1", count: 40), true),
      ("1.0", false), ("1e2", false), ("null", false), (String(repeating: "1", count: 40) + "e1", false),
    ])
  func `a string or a whole number is one as it is written`(text: String, isEither: Bool) {
    #expect(RequestID(trusting: Array(text.utf8)).isStringOrWholeNumber == isEither)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 40, 4_096])
  func `an id keeps its bytes, however many they are`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let id = RequestID(trusting: bytes)
    #expect(id.bytes == bytes)
    #expect(JSONText { id.write(to: &$0) }.bytes == bytes)
    for index in bytes.indices {
      var others = bytes
      others[index] ^= 1
      #expect(RequestID(trusting: others) != id)
    }
    #expect(RequestID(trusting: bytes + [0]) != id)
  }

  @Test(arguments: 0...60)
  func `a string keeps its bytes, and no line break is raw in it`(length: Int) {
    let letters = String(repeating: "a", count: length)
    for end in ["", "é", "\u{2028}"] {
      let id = RequestID(trusting: Array("\"\(letters)\(end)\"".utf8))
      #expect(id.description == "\"\(letters)\(end)\"" && id.isStringOrWholeNumber)
      let written = end == "\u{2028}" ? #"\u2028"# : end
      #expect("\(JSONText { id.write(to: &$0) })" == "\"\(letters)\(written)\"")
    }
  }
}
