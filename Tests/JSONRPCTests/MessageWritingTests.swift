import JSONRPC
import Jansson
import Testing

@Suite struct MessageWritingTests {
  private static let id = RequestID(trusting: Array("1.0".utf8))
  private static let data = JSONText { $0.object { $0.member("kind", "timeout") } }

  @Test func `a result is three members and no more`() {
    let message = JSONText { $0.response(to: Self.id, result: .null) }
    #expect(message.description == #"{"jsonrpc":"2.0","id":1.0,"result":null}"#)
  }

  @Test func `an error is code, message and data`() {
    let message = JSONText { json in
      json.response(to: .null) { json in
        json.errorObject(code: -32600) {
          $0.string("a \"b\"")
        } data: {
          $0.text(Self.data)
        }
      }
    }
    #expect(
      message.description
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a \"b\"","data":{"kind":"timeout"}}}"#
    )
  }

  @Test func `a notification has no id`() {
    #expect(
      JSONText { $0.notification("changed") { $0.text(Self.data) } }.description
        == #"{"jsonrpc":"2.0","method":"changed","params":{"kind":"timeout"}}"#)
  }

  @Test func `a batch is an array`() {
    #expect(JSONText { $0.batch([.null, Self.data]) }.description == #"[null,{"kind":"timeout"}]"#)
  }

  @Test(arguments: [
    (#""\u0061\/""#, #""\u0061\/""#), ("1e2", "1e2"), ("\"a\u{2028}\u{85}\"", #""a\u2028\u0085""#),
  ])
  func `an id goes back as it came, but for line breaks`(id: String, echo: String) {
    let message = JSONText { $0.response(to: RequestID(trusting: Array(id.utf8)), result: .null) }
    #expect(message.description == #"{"jsonrpc":"2.0","id":\#(echo),"result":null}"#)
  }
}
