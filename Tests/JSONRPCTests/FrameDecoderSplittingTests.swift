import JSONRPC
import TestSupport
import Testing

/// However a stream is cut into pieces, the same messages are in it.
@Suite struct FrameDecoderSplittingTests {
  private static let streams = [
    "\u{FEFF}{\"a\":1}\r\n\n\u{FEFF}2\n 3 \n\r\n[4]", "1\n22222222222222222222222222222\n3\n",
    "\r\n\u{FEFF} \n7",
    "123456789012\r\n1234567890123\r\n12345678901\r\n", "123456789012\r3\n123456789012\r",
    "Content-Length: 2\r\n\r\n{}Content-Length: 2\n\n[]",
    "content-length:0\n\nContent-Length: 4\r\n\r\n\u{FEFF}1\r\n",
    "C: d\r\nContent-Length: 13\r\n\r\n1234567890123Content-Length: 12\r\n\r\n123456789012",
    "Content-Length: -5\r\n\r\nhello\nContent-Length: x\nContent\nContent-Length: 1\r\n\r\n7",
    "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!\r\ncontent-lengtH: 1\n\n8",
    "Content-Length: 3\r\nContent-Type: a; charset=latin1\r\n\r\n\n\nCContent-Length: 1\r\n\r\n9",
    "Content-Length: 12345678901234567890123\r\n\r\n{}", "Content-Length: 5\r\n\r\n{}", "cat\ndog",
    "\u{FEFF}",
  ]

  @Test(arguments: streams)
  func `cut in two at any byte, a stream gives the same events`(stream: String) {
    let bytes = Array(stream.utf8)
    let whole = Frame.all(in: [bytes[...]], limit: 12)
    for index in bytes.indices {
      #expect(Frame.all(in: [bytes[..<index], bytes[index...]], limit: 12) == whole, "cut at \(index)")
    }
  }

  @Test(arguments: streams)
  func `byte for byte, a stream gives the same events`(stream: String) {
    let bytes = Array(stream.utf8)
    let pieces = bytes.indices.map { bytes[$0...$0] }
    #expect(Frame.all(in: pieces, limit: 12) == Frame.all(in: [bytes[...]], limit: 12))
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `random streams cut at random give the same events`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let bytes = Self.stream(using: &random)
      let pieces = Self.pieces(of: bytes, using: &random)
      #expect(
        Frame.all(in: pieces, limit: 12) == Frame.all(in: [bytes[...]], limit: 12),
        "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test func `a header section over 8 KiB gives the same events, cut near its limit`() {
    let section = "Content-Length: 2\r\nX: " + String(repeating: "x", count: 8_192 - 24)
    for end in ["", "y", "\r\n", "yy\r\n\r\n{}", "\r\n\r\n{}", "yyy\r\n\r\n{}\r\nContent-Length: 1\r\n\r\n7"]
    {
      let bytes = Array((section + end).utf8)
      let whole = Frame.all(in: [bytes[...]])
      for index in bytes.indices.suffix(60) {
        #expect(
          Frame.all(in: [bytes[..<index], bytes[index...]]) == whole, "\(end.debugDescription) at \(index)")
      }
    }
  }

  /// Words of both framings in any order, as someone would write who wants to confuse.
  private static func stream(using random: inout SeededGenerator) -> [UInt8] {
    let words = [
      "Content-Length: ", "content-length:", "2", "12", "13", "-1", "\r\n", "\n", "\r\n\r\n", "{}", "[1]",
      "\u{FEFF}",
      " ", "Content-Type: a; charset=", "utf-8", "x", ":", "\r", "C", "1234567890",
    ]
    return (0..<Int.random(in: 1...25, using: &random)).flatMap { _ in
      Array((words.randomElement(using: &random) ?? "").utf8)
    }
  }

  private static func pieces(of bytes: [UInt8], using random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
    var rest = bytes[...]
    var pieces: [ArraySlice<UInt8>] = []
    while !rest.isEmpty {
      let count = Int.random(in: 1...7, using: &random)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
