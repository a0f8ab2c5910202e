import JSONRPC
import Jansson
import Testing

@Suite struct FramingTests {
  @Test(arguments: [
    (Framing.lines, "{\"é\":1}\n"), (.headers, "Content-Length: 8\r\n\r\n{\"é\":1}"),
  ])
  func `a message is framed byte for byte`(framing: Framing, frame: String) {
    var frames = FrameWriter(framing)
    frames.frame { $0.text(JSONText(trusting: Array("{\"é\":1}".utf8))) }
    #expect(String(decoding: frames.bytes, as: UTF8.self) == frame)
  }

  @Test(arguments: Framing.allCases)
  func `frames follow each other`(framing: Framing) {
    var frames = FrameWriter(framing)
    var output: [UInt8] = []
    for value in 1...3 {
      frames.frame { $0.integer(value) }
      output += frames.bytes
    }
    #expect(Frame.all(in: [output[...]], framing) == [.message("1"), .message("2"), .message("3")])
  }

  @Test(arguments: Framing.allCases)
  func `a large value is shared, and counts in the frame`(framing: Framing) {
    let value = JSONText { $0.string(String(repeating: "x", count: 10_000)) }
    var frames = FrameWriter(framing)
    frames.frame { json in
      json.array { json in
        json.text(value)
        json.text(value)
      }
    }
    var shared = 0
    frames.forEachPiece { _ in
    } shared: {
      shared += $0.count
    }
    #expect(shared == 20_004)
    #expect(Frame.all(in: [frames.bytes[...]], framing, limit: 100_000) == [.message("[\(value),\(value)]")])
  }
}

extension FrameWriter {
  /// The whole frame.
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece { piece in
      bytes += piece.indices.map { piece[$0] }
    } shared: {
      bytes += $0
    }
    return bytes
  }
}
