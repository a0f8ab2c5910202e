import Testing

@testable import Providers

struct LineBufferTests {
  private func lines(_ pieces: [String], limit: Int = 8) -> [String] {
    var buffer = LineBuffer(limit: limit)
    return pieces.flatMap { buffer.lines(adding: Array($0.utf8)[...]) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `lines are made of pieces, however they are cut`() {
    let text = "one\r\ntwo\n\nfour\r\nfi"
    #expect(lines([text]) == ["one", "two", "", "four"])
    #expect(lines(text.map(String.init)) == ["one", "two", "", "four"])
    #expect(lines(["one\r", "\ntw", "o\n\nfour\r\n", "fi"]) == ["one", "two", "", "four"])
  }

  @Test func `a line that is too long is dropped, and the next one is read`() {
    #expect(lines(["12345678\n123456789\nnext\n"]) == ["12345678", "next"])
    #expect(lines(["12345", "6789", String(repeating: "x", count: 100_000), "\nnext\n"]) == ["next"])
  }
}
