import Foundation
import Testing

@testable import StatusdClient

struct FramingTests {
  private static let texts = [#"{"a":"ö🍜"}"#, #"{"b":"\n"}"#, "1"]

  @Test(arguments: Framing.allCases, [1, 3, 1_000])
  func `what is encoded is decoded, in pieces of any size`(framing: Framing, size: Int) throws {
    let bytes = Data(Self.texts.flatMap { framing.encoded(Data($0.utf8)) })
    var decoder = framing.makeDecoder()
    let decoded = try stride(from: 0, to: bytes.count, by: size).flatMap { start in
      try decoder.feed(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(decoded.map { String(decoding: $0, as: UTF8.self) } == Self.texts)
  }

  @Test func `blank lines are left out`() throws {
    var decoder = LineDecoder()
    #expect(try decoder.feed(Data("\n1\n \r\n2\n3".utf8)) == [Data("1".utf8), Data("2".utf8)])
  }

  @Test(arguments: [
    "Content-Type: a\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 999999999999\r\n\r\n",
    String(repeating: "x", count: 8_192),
  ])
  func `a bad header is refused`(head: String) {
    var decoder = HeaderDecoder()
    #expect(throws: NotStatusd.self) { try decoder.feed(Data(head.utf8)) }
  }

  @Test func `a line without an end is refused before it fills the memory`() throws {
    var decoder = LineDecoder(limit: 4)
    #expect(try decoder.feed(Data("1234".utf8)) == [])
    let error = #expect(throws: NotStatusd.self) { try decoder.feed(Data("5".utf8)) }
    #expect(error?.reason == "statusd wrote a message of more than 4 bytes")
    var whole = LineDecoder(limit: 4)
    #expect(throws: NotStatusd.self) { try whole.feed(Data("12345\n".utf8)) }
  }
}
