import JSONRPC
import Testing

/// The end of the input in every state of the decoder.
@Suite struct FrameDecoderEndTests {
  @Test(
    arguments: [
      // undecided
      ("", []), (" \n", []),
      // line
      ("1\n", [.message("1")]), ("1", [.message("1")]), ("{\"a\":", [.message("{\"a\":")]),
      ("1\n ", [.message("1")]),
      // skippingLine
      ("[234567890123", [.tooLarge]),
      // header
      ("C", [.truncated]), ("Content-Length: 2", [.truncated]), ("Content-Length: 2\r\n", [.truncated]),
      ("Content-Length: 1\r\n\r\n7\r\n", [.message("7")]),
      ("Content-Length: 1\r\n\r\n7Con", [.message("7"), .truncated]),
      ("Content-Length: 1\r\n\r\n7", [.message("7")]),
      // body
      ("Content-Length: 2\r\n\r\n", [.truncated]), ("Content-Length: 2\r\n\r\n7", [.truncated]),
      ("Content-Length: 0\r\n\r\n", []),
      // skippingBody
      ("Content-Length: 99\r\n\r\n", [.tooLarge]), ("Content-Length: 99\r\n\r\n{}", [.tooLarge]),
      ("Content-Length: 9\r\nContent-Type: a;charset=x\r\n\r\n{}", [.charset]),
      // resynchronising
      ("Content-Length: x\n", [.header]), ("Content-Length: x\nabc", [.header]),
      ("Content-Length: x\nConten", [.header]),
    ] as [(String, [Frame])])
  func `at the end a cut message is one parse error, and one that was answered none`(
    text: String, frames: [Frame]
  ) {
    #expect(Frame.all(in: text, limit: 10) == frames)
  }

  @Test func `a cut byte order mark is measured like any other line`() {
    #expect(Frame.all(in: [[0xEF, 0xBB]], limit: 2) == [.message("\u{FFFD}")])
    #expect(Frame.all(in: [[0xEF, 0xBB]], limit: 1) == [.tooLarge])
  }
}
