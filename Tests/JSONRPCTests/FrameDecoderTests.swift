import JSONRPC
import Testing

/// What tells the framing, and what every framing has in common.
@Suite struct FrameDecoderTests {
  private static func framing(of text: String) -> Framing? {
    var decoder = FrameDecoder(framing: nil, messageLimit: 1_000)
    decoder.append(Array(text.utf8)[...])
    while decoder.next() != nil {}
    return decoder.framing
  }

  @Test(
    arguments: [
      ("C", .headers), ("c", .headers), ("Content-Type: x", .headers), ("{", .lines), ("[", .lines),
      ("1", .lines),
      ("x", .lines), (" \t\r\n{", .lines), ("\n\nC", .headers), ("\u{FEFF}{", .lines),
      ("\u{FEFF}C", .headers),
      ("\n\u{FEFF}\n c", .headers), ("", nil), (" \n", nil), ("\u{FEFF}", nil), ("\"C\"", .lines),
    ] as [(String, Framing?)])
  func `the first byte that says something decides the framing`(text: String, framing: Framing?) {
    #expect(Self.framing(of: text) == framing)
  }

  @Test func `once decided, the framing stays`() {
    #expect(
      Frame.all(in: "1\nContent-Length: 1\r\n\r\n2\n") == [
        .message("1"), .message("Content-Length: 1\r"), .message("2"),
      ])
  }

  @Test(arguments: [Framing.lines, .headers])
  func `a framing that is given is not guessed`(framing: Framing) {
    let decoder = FrameDecoder(framing: framing, messageLimit: 1_000)
    #expect(decoder.framing == framing)
    #expect(Frame.all(in: "Content-Length: 1\n", .lines) == [.message("Content-Length: 1")])
    #expect(Frame.all(in: "{}\n\n", .headers) == [.header])
  }

  @Test(arguments: ["", "\n", "\u{FEFF}", " \r\n\r\n"])
  func `a stream of nothing has no messages`(text: String) {
    #expect(Frame.all(in: text) == [])
  }

  @Test(arguments: [[0xEF, 0x7B], [0xEF, 0xBB, 0x7B], [0xBF, 0x7B], [0xEF]] as [[UInt8]])
  func `part of a byte order mark is not swallowed`(bytes: [UInt8]) {
    #expect(Frame.all(in: [bytes[...]]) == [.message(String(decoding: bytes, as: UTF8.self))])
  }

  @Test func `behind the end there is nothing`() {
    var decoder = FrameDecoder(framing: .lines, messageLimit: 1_000)
    decoder.append(Array("1".utf8)[...])
    #expect(decoder.next() == nil)
    #expect(decoder.finish() != nil)
    #expect(decoder.next() == nil)
    #expect(decoder.finish() == nil)
    #expect(decoder.framing == .lines)
  }
}
