import JSONRPC
import Jansson
import Testing

/// Frames and messages together; each has its own tests.
@Suite struct MessageReaderTests {
  private static func reader(_ framing: Framing? = nil) -> MessageReader {
    MessageReader(framing: framing, messageLimit: 100, budget: Decoded.budget, batchLimit: 100)
  }

  /// What a stream holds that comes in pieces of that size.
  private static func all(in text: String, piece size: Int = .max) -> [Decoded] {
    var (reader, found) = (reader(), [] as [Decoded])
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
      reader.append(bytes[start..<min(start + min(size, bytes.count), bytes.count)])
      while let content = reader.next() { found.append(Decoded(content)) }
    }
    while let content = reader.finish() { found.append(Decoded(content)) }
    return found
  }

  private static let stream =
    #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":1}}"# + "\n"
    + #"[{"jsonrpc":"2.0","method":"c"},1]"# + "\n" + "x\n" + #"{"jsonrpc":"2.0","id":2,"method":"d"}"#

  @Test(arguments: [1, 2, 7, 1_000])
  func `messages come in order, however the stream is cut`(size: Int) {
    #expect(
      Self.all(in: Self.stream, piece: size) == [
        .call(id: "1", "a", params: .object), .batch([.call(id: nil, "c"), .refused("notAnObject")]),
        .notJSON,
        .call(id: "2", "d"),
      ])
  }

  @Test(arguments: 1...stream.utf8.count)
  func `nothing is missed by who asks no more than it is told`(size: Int) {
    var (reader, found) = (Self.reader(), [] as [Decoded])
    let bytes = Array(Self.stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(start + size, bytes.count)])
      var hasMore = true
      while hasMore { if let content = reader.next(hasMore: &hasMore) { found.append(Decoded(content)) } }
      #expect(reader.next() == nil)
    }
    while let content = reader.finish() { found.append(Decoded(content)) }
    #expect(found == Self.all(in: Self.stream))
  }

  @Test func `a message that comes alone is asked for once, unless memory is to be given back`() {
    var reader = MessageReader(
      framing: .lines, messageLimit: 1_000_000, budget: Decoded.budget, batchLimit: 100)
    var hasMore = true
    reader.append(Array("1\n".utf8)[...])
    #expect(reader.next(hasMore: &hasMore) != nil && !hasMore)
    reader.append(Array("\"\(String(repeating: "x", count: 200_000))\"\n".utf8)[...])
    #expect(reader.next(hasMore: &hasMore) != nil && hasMore)
    #expect(reader.next(hasMore: &hasMore) == nil && !hasMore)
  }

  @Test func `a frame that cannot be taken is an invalid message without an id`() {
    let long = String(repeating: "x", count: 101)
    #expect(Self.all(in: long + "\n") == [.refused("messageTooLarge")])
    #expect(Self.all(in: "Content-Length: 9\r\n\r\n1") == [.invalid(id: "null", .parseError, "truncated")])
  }

  @Test func `the framing is known with the first message`() {
    var reader = Self.reader()
    #expect(reader.framing == nil)
    reader.append(Array("1\n".utf8)[...])
    #expect(reader.next() != nil && reader.framing == .lines)
    #expect(Self.reader(.headers).framing == .headers)
  }
}
