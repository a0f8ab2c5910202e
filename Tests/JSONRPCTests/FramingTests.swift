import JSONRPC
import Jansson
import Testing

@Suite struct FramingTests {
  @Test(arguments: [
    (Framing.lines, "{\"é\":1}\n"), (.headers, "Content-Length: 8\r\n\r\n{\"é\":1}"),
  ])
  func `a message is framed byte for byte`(framing: Framing, frame: String) {
    let pieces = framing.frame(JSONText(trusting: Array("{\"é\":1}".utf8)))
    #expect(String(decoding: pieces.joined(), as: UTF8.self) == frame)
  }

  @Test(arguments: Framing.allCases)
  func `frames follow each other`(framing: Framing) {
    let output = (1...3).flatMap { value in framing.frame(JSONText { $0.integer(value) }).joined() }
    #expect(Frame.all(in: [output[...]], framing) == [.message("1"), .message("2"), .message("3")])
  }
}
