import JSONRPC
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
}
