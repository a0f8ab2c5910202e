import Testing

@testable import JSONRPC

@Suite struct FrameDecoderLinesTests {
  @Test(arguments: [
    ("1\n2\n", ["1", "2"]), ("1\r\n2\r\n", ["1\r", "2\r"]), ("1\n2", ["1", "2"]),
    ("\n\n1\n\n\r\n2\n", ["1", "2"]),
    (" \t\n1\n", ["1"]), ("\u{FEFF}1\n\u{FEFF}2\n", ["1", "2"]), ("\u{FEFF}\n1\n", ["1"]), ("\r1\n", ["\r1"]),
    ("{\"a\":\"\u{2028}\u{85}\"}\n", ["{\"a\":\"\u{2028}\u{85}\"}"]), ("not JSON\n", ["not JSON"]),
  ])
  func `every line that is not blank is a message`(text: String, messages: [String]) {
    #expect(Frame.all(in: text, .lines) == messages.map(Frame.message))
  }

  @Test(arguments: ["12345", "12345\n", "12345\r\n", "12345\r"])
  func `a line may be as long as the limit, its end not counted`(text: String) {
    #expect(Frame.all(in: text, .lines, limit: 5).count == 1)
    #expect(Frame.all(in: text, .lines, limit: 5) != [.tooLarge])
  }

  @Test(arguments: ["123456", "123456\n", "123456\r\n", "12345\r6\n", "12345\r\r\n", "123456789012345"])
  func `a line over the limit is one problem`(text: String) {
    #expect(Frame.all(in: text, .lines, limit: 5) == [.tooLarge])
  }

  @Test func `a problem of the size names the limit`() {
    var decoder = FrameDecoder(framing: .lines, messageLimit: 5)
    decoder.append(Array("123456".utf8)[...])
    guard case .problem(let problem) = decoder.next() else { return #expect(Bool(false), "no problem") }
    #expect(problem.limit == 5)
  }

  @Test func `a line over the limit is answered before it ends, and the next one is served`() {
    var decoder = FrameDecoder(framing: .lines, messageLimit: 5)
    decoder.append(Array("1234567".utf8)[...])
    guard case .problem = decoder.next() else { return #expect(Bool(false), "no problem") }
    decoder.append(Array("89".utf8)[...])
    #expect(decoder.next() == nil)
    decoder.append(Array("0\n7\n".utf8)[...])
    guard case .message(let range) = decoder.next() else { return #expect(Bool(false), "no message") }
    #expect(decoder.bytes(range) == [0x37])
  }

  @Test func `what is skipped is not kept`() {
    var decoder = FrameDecoder(framing: .lines, messageLimit: 100)
    for _ in 0..<1_000 {
      decoder.append([UInt8](repeating: 0x20, count: 1_000)[...])
      while decoder.next() != nil {}
    }
    #expect(decoder.buffer.count < 2_000)
  }

  @Test func `what is done with is not kept`() {
    var decoder = FrameDecoder(framing: .lines, messageLimit: 100)
    for _ in 0..<1_000 {
      decoder.append(Array("1234567890\n12345".utf8)[...])
      while decoder.next() != nil {}
    }
    #expect(decoder.buffer.count < 200)
  }

  @Test(arguments: [("{\"a\"", ["{\"a\""]), ("1\n{", ["1", "{"]), ("1\n ", ["1"]), ("1\n\r", ["1"])])
  func `a last line needs no line feed`(text: String, messages: [String]) {
    #expect(Frame.all(in: text, .lines) == messages.map(Frame.message))
  }
}
