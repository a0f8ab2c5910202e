import Testing

@testable import JSONRPC

@Suite struct FrameDecoderHeadersTests {
  /// What follows every problem here, and must be served.
  private static let next = "Content-Length: 2\r\n\r\n{}"

  // MARK: Good headers

  @Test(arguments: [
    "Content-Length: 2\r\n\r\n", "Content-Length: 2\n\n", "content-length: 2\r\n\r\n",
    "CONTENT-LENGTH:2\r\n\r\n", "Content-Length :\t 2 \r\n\r\n", "Content-Length: 002\r\n\r\n",
    "X-Other: 5\r\nContent-Length: 2\r\n\r\n", "Content-Length: 2\r\nX-Other: a:b\r\n\r\n",
    "Content-Length: 2\r\nContent-Length: 2\r\n\r\n", "Content-Length: 2\r\n\n",
    "\r\n\r\nContent-Length: 2\r\n\r\n",
    "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n",
    "Content-Length: 2\r\nContent-Type: a/b;charset=UTF8\r\n\r\n",
    "Content-Length: 2\r\ncontent-type: a/b; x=y; Charset=\"utf-8\"\r\n\r\n",
    "Content-Length: 2\r\nContent-Type: a/b; charset = utf-8 ; x=y\r\n\r\n",
    "Content-Length: 2\r\nContent-Type: a/b; charsets=latin1\r\n\r\n",
    "Content-Length: 2\r\n: no name\r\n\r\n",
  ])
  func `a header that tells the length is taken, however it is written`(header: String) {
    #expect(Frame.all(in: header + "{}" + Self.next, .headers) == [.message("{}"), .message("{}")])
  }

  @Test func `a body is so many bytes, whatever they are`() {
    let body = "{\"é\":\"\r\n\r\nContent-Length: 7\"}\n"
    #expect(Frame.all(in: "Content-Length: \(body.utf8.count)\r\n\r\n" + body, .headers) == [.message(body)])
  }

  @Test(arguments: [
    "Content-Length: 0\r\n\r\n", "Content-Length: 3\r\n\r\n \r\n", "Content-Length: 3\r\n\r\n\u{FEFF}",
  ])
  func `an empty message is ignored`(frame: String) {
    #expect(Frame.all(in: frame + Self.next, .headers) == [.message("{}")])
  }

  @Test func `a byte order mark in a body is skipped`() {
    #expect(Frame.all(in: "Content-Length: 4\r\n\r\n\u{FEFF}1", .headers) == [.message("1")])
  }

  // MARK: Bad headers

  @Test(arguments: [
    "Content-Length: -5", "Content-Length: 12345678901234567890123", "Content-Length: five",
    "Content-Length:", "Content-Length: 5 6", "Content-Length: 5\r\nContent-Length: 6", "Content-Length: +5",
    "Content-Length: 0x5", "Content-Length: 5.0", "X-Other: 5", "no colon at all", "Content-Length 5",
    "Content-Length: 2\r\nno colon", "Content-Length: ٥", "Content-Lenght: 5", "\u{FEFF}Content-Length: 5",
  ])
  func `a bad header is exactly one problem, and the next frame is served`(header: String) {
    #expect(Frame.all(in: header + "\r\n\r\nhello\r\n" + Self.next, .headers) == [.header, .message("{}")])
  }

  @Test(arguments: [
    "hello\r\nworld\r\n", "x Content-Length: 9\r\n\r\n", "Content-Leng", "\r\n\r\n",
    "Content-Lengthy: 1\n\n\n",
  ])
  func `after a bad header all is skipped up to the next Content-Length at the start of a line`(junk: String)
  {
    let stream = "bad\r\n\r\n" + junk + "\ncontent-LENGTH: 2\r\n\r\n{}"
    #expect(Frame.all(in: stream, .headers) == [.header, .message("{}")])
  }

  @Test func `every bad header is answered`() {
    #expect(
      Frame.all(in: "Content-Length: x\nContent-Length: y\nContent-Length: 1\n\n7", .headers) == [
        .header, .header, .message("7"),
      ])
  }

  @Test(arguments: ["iso-8859-1", "utf-16", "", "utf-8x", "\"latin1\"", "utf -8", "utf-8\""])
  func `a refused charset is one problem, and the body is skipped by its count`(charset: String) {
    let frame = "Content-Length: 20\r\nContent-Type: a/b; charset=\(charset)\r\n\r\nContent-Length: 1\r\n\r"
    #expect(Frame.all(in: frame + Self.next, .headers) == [.charset, .message("{}")])
  }

  // MARK: Limits

  @Test func `a header section may have 8 KiB`() {
    let rest = "Content-Length: 2\r\n\r\n"
    for excess in [0, 1] {
      let filler = "X: " + String(repeating: "x", count: 8_192 - 5 - rest.utf8.count + excess) + "\r\n"
      let expected: [Frame] = excess == 0 ? [.message("{}")] : [.header]
      #expect(Frame.all(in: filler + rest + "{}", .headers) == expected, "excess \(excess)")
    }
  }

  @Test(arguments: [
    String(repeating: "x", count: 8_193), String(repeating: "X: y\r\n", count: 1_366),
    String(repeating: "x", count: 100_000),
  ])
  func `a header section over 8 KiB is one problem, and the next frame is served`(section: String) {
    #expect(Frame.all(in: section + "\r\n" + Self.next, .headers) == [.header, .message("{}")])
  }

  @Test(arguments: [(5, Frame.message("12345")), (6, .tooLarge)])
  func `a body may be as long as the limit`(length: Int, frame: Frame) {
    let text = "Content-Length: \(length)\r\n\r\n" + "123456".prefix(length) + Self.next
    #expect(Frame.all(in: text, .headers, limit: 5) == [frame, .message("{}")])
  }

  @Test func `a body over the limit is answered by its header, and not kept`() {
    var decoder = FrameDecoder(framing: .headers, messageLimit: 100)
    decoder.append(Array("Content-Length: 1000000\r\n\r\n".utf8)[...])
    guard case .problem = decoder.next() else { return #expect(Bool(false), "no problem") }
    for _ in 0..<1_000 {
      decoder.append([UInt8](repeating: 0x20, count: 1_000)[...])
      #expect(decoder.next() == nil)
    }
    #expect(decoder.buffer.count < 2_000)
    decoder.append(Array(Self.next.utf8)[...])
    guard case .message = decoder.next() else { return #expect(Bool(false), "no message") }
  }

  @Test func `the longest length there is does no harm`() {
    #expect(Frame.all(in: "Content-Length: \(Int.max)\r\n\r\n{}", .headers) == [.tooLarge])
  }
}
