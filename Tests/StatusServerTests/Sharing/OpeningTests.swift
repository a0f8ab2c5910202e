import Engine
import JSONRPC
import StatusServer
import Testing

/// How a connection to a shared daemon begins.
@Suite struct OpeningTests {
  private static func events(_ text: String, in pieces: Int) -> [Opening.Event] {
    var opening = Opening()
    var (rest, events) = (Array(text.utf8)[...], [Opening.Event]())
    while !rest.isEmpty {
      let piece = rest.prefix(min(pieces, opening.room))
      events.append(opening.append(Array(piece)))
      rest = rest.dropFirst(piece.count)
      if events.last != .incomplete { break }
    }
    return events
  }

  @Test(arguments: [1, 3, 7, 5_000])
  func `a line is one however it comes`(pieces: Int) {
    let line = #"{"statusd":"status"}"#
    #expect(Self.events(line + "\n", in: pieces).last == .line(0..<line.utf8.count))
    #expect(Self.events(line, in: pieces).allSatisfy { $0 == .incomplete })
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0"}"#, "Content-Length: 2", " {\"statusd\":", "[", "x", #"{"statusd" :"#, "\n", "{}",
  ])
  func `anything else is a session, as soon as it differs`(text: String) {
    #expect(Self.events(text, in: 1).last == .session)
    var opening = Opening()
    #expect(opening.append(Array(text.utf8)) == .session && opening.bytes == Array(text.utf8))
  }

  @Test func `what may begin a line or a session is neither`() {
    for count in 1...10 {
      var opening = Opening()
      #expect(opening.append(Array(#"{"statusd":"#.utf8.prefix(count))) == .incomplete)
      #expect(!opening.isLine)
    }
  }

  @Test(arguments: [1, 100, 4_096])
  func `a line has at most 4,096 bytes`(pieces: Int) {
    let start = #"{"statusd":""#
    func line(_ count: Int) -> String { start + String(repeating: "x", count: count - start.utf8.count) }
    #expect(Self.events(line(4_096) + "\n", in: pieces).last == .line(0..<4_096))
    #expect(Self.events(line(4_097) + "\n", in: pieces).last == .tooLong)
    #expect(Self.events(line(9_000), in: pieces).last == .tooLong)
  }
}

/// The lines that are no session.
@Suite struct SharingLineTests {
  private static func hello(_ line: String) -> SharingLine.Hello? {
    if case .session(let hello) = SharingLine.request(Array(line.utf8).span) { hello } else { nil }
  }

  @Test func `connect says what its session is`() throws {
    let hello = try #require(
      Self.hello(
        #"{"statusd":"hello","protocol":1,"version":"9","profile":"mcp","framing":"headers","drainTimeout":2.5,"pid":1,"new":{}}"#
      ))
    #expect(hello.version == 1 && hello.profile == .mcp && hello.framing == .headers)
    #expect(hello.drainTimeout == .seconds(2.5))
  }

  @Test func `what it leaves out is as usual`() throws {
    let hello = try #require(Self.hello(#"{"statusd":"hello"}"#))
    #expect(
      hello.version == nil && hello.profile == .serve && hello.framing == nil && hello.drainTimeout == nil)
    #expect(Self.hello(#"{"statusd":"hello","framing":"auto"}"#)?.framing == nil)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"statusd":7}"#, #"{"statusd":"bye"}"#, #"{"statusd":"hello","framing":"words"}"#,
    #"{"statusd":"hello","drainTimeout":-1}"#, #"{"statusd":"hello","drainTimeout":3601}"#,
    #"{"statusd":"status","statusd":"stop"}"#,
  ])
  func `what means nothing is no request`(line: String) {
    #expect(SharingLine.request(Array(line.utf8).span) == nil)
  }

  @Test func `the answers never change`() {
    func text(_ answer: SharingLine.Answer) -> String {
      String(decoding: SharingLine.text(of: answer, process: 7), as: UTF8.self)
    }
    let daemon = #""protocol":1,"version":"\#(Version.current)","pid":7"#
    #expect(text(.welcome(session: 3)) == #"{"statusd":"welcome",\#(daemon),"session":3}"# + "\n")
    #expect(
      text(.refused(.sessions, message: "m"))
        == #"{"statusd":"refused",\#(daemon),"reason":"sessions","message":"m"}"# + "\n")
    #expect(text(.ended(status: 1)) == #"{"statusd":"ended","status":1}"# + "\n")
    #expect(
      text(.status(sessions: 2, uptime: .milliseconds(1_500)))
        == #"{"statusd":"status",\#(daemon),"sessions":2,"uptime":1.5}"# + "\n")
    #expect(text(.stopping) == #"{"statusd":"stopping","pid":7}"# + "\n")
  }
}
