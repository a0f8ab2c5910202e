import JSONRPC
import Jansson
import Testing

@Suite struct FramingTests {
  @Test(arguments: [
    (Framing.lines, "{\"é\":1}\n"), (.headers, "Content-Length: 8\r\n\r\n{\"é\":1}"),
  ])
  func `a message is framed byte for byte`(framing: Framing, frame: String) {
    var output: [UInt8] = []
    framing.append(JSONText(trusting: Array("{\"é\":1}".utf8)), to: &output)
    #expect(String(decoding: output, as: UTF8.self) == frame)
  }

  @Test(arguments: Framing.allCases)
  func `a frame is appended to those before it`(framing: Framing) {
    var output: [UInt8] = []
    for value in 1...3 { framing.append(JSONText { $0.integer(value) }, to: &output) }
    #expect(Frame.all(in: [output[...]], framing) == [.message("1"), .message("2"), .message("3")])
  }
}
