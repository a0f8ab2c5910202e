import TestSupport
import Testing

@testable import Providers

struct EventStreamParserTests {
  /// A stream, and the events that a browser makes of it.
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let stream: String
    let events: [ServerSentEvent]
    var lastEventID = ""
    var retry: Duration?

    init(
      _ name: String, _ stream: String, _ events: [ServerSentEvent] = [], lastEventID: String = "",
      retry: Duration? = nil
    ) {
      (testDescription, self.stream, self.events) = (name, stream, events)
      (self.lastEventID, self.retry) = (lastEventID, retry)
    }
  }

  /// Of the table the limit of the data.
  private static let limit = 12

  private func parsed(
    _ stream: String, inPiecesOf count: Int = 1_024, after id: String = ""
  ) -> ([ServerSentEvent], EventStreamParser) {
    var parser = EventStreamParser(limit: Self.limit, lastEventID: id)
    let bytes = Array(stream.utf8)
    let events = stride(from: 0, to: bytes.count, by: count).flatMap { start in
      parser.events(adding: bytes[start..<min(start + count, bytes.count)])
    }
    return (events, parser)
  }

  @Test(arguments: Row.examples + Row.lines + Row.fields + Row.limits)
  func `a stream is read as the standard says, in pieces of every size`(row: Row) {
    for count in 1...(row.stream.utf8.count + 1) {
      let (events, parser) = parsed(row.stream, inPiecesOf: count)
      #expect(events == row.events, "in pieces of \(count)")
      #expect(parser.lastEventID == row.lastEventID, "in pieces of \(count)")
      #expect(parser.retry == row.retry, "in pieces of \(count)")
    }
  }

  @Test func `any cut gives the same events`() {
    var chance = SeededGenerator(seed: 12)
    let words = [
      "data", "event", "id", "retry", ":", " ", "\n", "\n", "\r", "\r\n", "\u{FEFF}", "\0", "7", "é",
      "problem",
      "datas", "abcdefgh",
    ]
    for _ in 1...2_000 {
      let stream = (1...Int.random(in: 2...40, using: &chance)).map { _ in
        words.randomElement(using: &chance)!
      }
      let bytes = Array(stream.joined().utf8)
      let (whole, end) = parsed(stream.joined())
      var parser = EventStreamParser(limit: Self.limit)
      var events: [ServerSentEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...9, using: &chance))
        events += parser.events(adding: piece)
        rest = rest.dropFirst(piece.count)
      }
      #expect(events == whole, "\(stream)")
      #expect(parser.lastEventID == end.lastEventID && parser.retry == end.retry, "\(stream)")
    }
  }

  @Test func `a stream that is resumed goes on from the id before it`() {
    let (events, parser) = parsed("data:1\n\nid:8\ndata:2\n\n", after: "7")
    #expect(events.map(\.id) == ["7", "8"])
    #expect(parser.lastEventID == "8")
    #expect(parsed(": hi\n\n", after: "7").1.lastEventID == "7")
  }

  @Test func `comments and unknown fields may be of any length, and cost nothing`() {
    var parser = EventStreamParser(limit: Self.limit)
    let flood = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    for start in [":", "unknown:", "", "data:"] {
      #expect(parser.events(adding: Array(start.utf8)[...]).isEmpty)
      for _ in 1...16 { #expect(parser.events(adding: flood[...]).isEmpty) }
      #expect(parser.bytesKept < 100)
      #expect(parser.events(adding: Array("\n".utf8)[...]).isEmpty)
    }
    let end = Array("\ndata:1\n\n".utf8)
    #expect(
      parser.events(adding: end[...]) == [ServerSentEvent(data: nil), ServerSentEvent("1")])
  }

  @Test func `lines of data without text count as well`() {
    var parser = EventStreamParser(limit: Self.limit)
    let lines = Array(String(repeating: "data\n", count: 1_000).utf8)
    #expect(parser.events(adding: lines[...]).isEmpty)
    #expect(parser.bytesKept < 100)
    #expect(parser.events(adding: [0x0A]) == [ServerSentEvent(data: nil)])
  }
}

extension ServerSentEvent {
  init(_ data: String, type: String = "", id: String = "") {
    self.init(type: type, data: Array(data.utf8), id: id)
  }
}

extension EventStreamParserTests.Row {
  /// Those of the standard, section 9.2.6.
  static let examples: [Self] = [
    .init("stocks", "data: YHOO\ndata: +2\ndata: 10\n\n", [.init("YHOO\n+2\n10")]),
    .init(
      "a comment, an id, an id that is taken back",
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third\n\n",
      [.init("first event", id: "1"), .init("second event"), .init(" third")]),
    .init("data without text", "data\n\ndata\ndata\n\ndata:", [.init(""), .init("\n")]),
    .init("a space behind the colon", "data:test\n\ndata: test\n\n", [.init("test"), .init("test")]),
  ]

  static let lines: [Self] = [
    .init("nothing", ""),
    .init("LF", "data:1\n\n", [.init("1")]),
    .init("CR", "data:1\r\r", [.init("1")]),
    .init("CRLF", "data:1\r\n\r\n", [.init("1")]),
    .init("all of them", "data:1\r\ndata:2\rdata:3\n\r\ndata:4\n\r", [.init("1\n2\n3"), .init("4")]),
    .init("CR, then LF that ends another line", "data:1\r\n\ndata:2\n\r\n", [.init("1"), .init("2")]),
    .init("an event that does not end", "data:1\n\ndata:2\n", [.init("1")]),
    .init("a line that does not end", "data:1\n\ndata:2\n\ndata:3", [.init("1"), .init("2")]),
    .init("a byte order mark", "\u{FEFF}data:1\n\n", [.init("1")]),
    .init("two byte order marks", "\u{FEFF}\u{FEFF}data:1\n\n"),
    .init("a byte order mark later on", "data:1\n\n\u{FEFF}data:2\n\n", [.init("1")]),
    .init("the beginning of another character", "\u{FEFE}:\ndata:1\n\n", [.init("1")]),
    .init("empty lines", "\n\n\ndata:1\n\n\n\n", [.init("1")]),
  ]

  static let fields: [Self] = [
    .init(
      "an event's type", "event: problem\ndata:1\n\ndata:2\n\n", [.init("1", type: "problem"), .init("2")]),
    .init("the last type counts", "event:a\ndata:1\nevent: b \n\n", [.init("1", type: "b ")]),
    .init("a type that is taken back", "event:a\nevent\ndata:1\n\n", [.init("1")]),
    .init("a type without data", "event:a\n\ndata:1\n\n", [.init("1")]),
    .init("names in capitals", "Data:1\nDATA:2\n\ndata:3\n\n", [.init("3")]),
    .init("names with spaces", " data:1\ndata :2\n\ndata:3\n\n", [.init("3")]),
    .init("names that are longer", "datas:1\ndat:2\nretrying:4\nidx:5\n\ndata:3\n\n", [.init("3")]),
    .init("colons in a value", "data:a:b: c\n\n", [.init("a:b: c")]),
    .init(
      "an id stays", "id:1\ndata:a\n\ndata:b\n\n", [.init("a", id: "1"), .init("b", id: "1")],
      lastEventID: "1"),
    .init("an id without data", "id:7\n\n", lastEventID: "7"),
    .init("an id whose event does not end", "id:7\n\nid:8\ndata:1\n", lastEventID: "7"),
    .init("an id with U+0000", "id:7\n\nid:8\0\ndata:1\n\n", [.init("1", id: "7")], lastEventID: "7"),
    .init(
      "an id that no header can have", "id:7\n\nid:\u{1}8\ndata:1\n\n", [.init("1", id: "7")],
      lastEventID: "7"),
    .init("an id in other letters", "id: ü \ndata:1\n\n", [.init("1", id: "ü ")], lastEventID: "ü "),
    .init("retry", "retry:3000\n", retry: .seconds(3)),
    .init("the last retry counts", "retry:1\nretry: 20\n", retry: .milliseconds(20)),
    .init("retry with zeros", "retry:0007\nretry:\n", retry: .milliseconds(7)),
    .init(
      "retry that is no number", "retry:5\nretry:3s\nretry:-1\nretry:+2\nretry: 3\u{A0}\nretry:1.5\nretry\n",
      retry: .milliseconds(5)),
    .init("retry without end", "retry:99999999999999999999999\n", retry: .milliseconds(Int32.max)),
  ]

  static let limits: [Self] = [
    .init("as much data as there may be", "data:123456789012\n\n", [.init("123456789012")]),
    .init("one byte more", "data:1234567890123\n\ndata:1\n\n", [.init(data: nil), .init("1")]),
    .init("in lines", "data:12345\ndata:123456\n\n", [.init("12345\n123456")]),
    .init("in lines, one byte more", "data:123456\ndata:123456\n\n", [.init(data: nil)]),
    .init(
      "the id and the type of what is over the limit", "id:3\nevent:x\ndata:1234567890123\ndata:1\n\n",
      [.init(type: "x", data: nil, id: "3")], lastEventID: "3"),
    .init(
      "a long id and a long type",
      "id:1\n\nid:\(String(repeating: "x", count: 1_025))\nevent:\(String(repeating: "y", count: 1_025))\ndata:1\n\n",
      [.init("1", type: String(repeating: "y", count: 1_024), id: "1")], lastEventID: "1"),
    .init(
      "the longest id", "id:\(String(repeating: "x", count: 1_024))\n\n",
      lastEventID: String(repeating: "x", count: 1_024)),
  ]
}
