import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Large files of positions: what they may cost.
@Suite(.timeLimit(.minutes(10))) struct LocationFileTests {
  init() {
    EventLoopThread.start()
  }

  private static func gpx(_ count: Int) -> String {
    let point = #"<trkpt lat="1" lon="2"><time>2026-07-21T12:00:00Z</time></trkpt>"#
    return "<gpx><trk><trkseg>" + String(repeating: point, count: count) + "</trkseg></trk></gpx>"
  }

  // MARK: Pieces

  @Test(arguments: [
    "<gpx><trk>\n\u{E9}</trk><trkpt lat='1' lon='2'><ele>5</ele><time>2026-07-21T12:00:00Z</time></trkpt></gpx>",
    "<gpx><trkpt lat='1' lon='2'><time>no", "<a>\n</b>", "<!DOCTYPE a><a/>", "",
  ])
  func `a track is read alike in pieces of any size`(text: String) {
    let text = Array(text.utf8)
    let whole = Result { try Track(gpx: text) }
    for size in 1...20 {
      let inPieces = Result { try Track(gpx: text, inPiecesOf: size) }
      #expect("\(inPieces)" == "\(whole)", "pieces of \(size)")
    }
  }

  @Test(arguments: [
    "1,2\n-3.5, 4 ,5\n", "\u{FEFF}lat,lon\r\n1,2\r\n", "\n\n 1,2", "1,2\n3;4\n", " \n", "",
    #"[{"latitude":1,"longitude":2},{"lat":-3.5,"lng":4,"altitude":5}]"#, "\u{FEFF} \n[]\n",
    #"[{"lat":1,"lng":2,"name":"\u{E9}]},{\\\""}]"#, #"[{"lat":1,"lng":2},]"#, #"[,{"lat":1,"lng":2}]"#,
    #"[{"lat":1,"lng":2}"#, #"[{"lat":1,"lng":2}] x"#, #"[{"lat":1,,"lng":2}]"#, "[[1,2],[3,4]]", "[1}",
    "{}", "[\u{FEFF}]",
  ])
  func `a route is read alike in pieces of any size`(text: String) {
    let text = Array(text.utf8)
    let whole = Result { try Route(decoding: text) }
    for size in 1...20 {
      let inPieces = Result { try Route(decoding: text, inPiecesOf: size) }
      #expect("\(inPieces)" == "\(whole)", "pieces of \(size)")
    }
  }

  @Test(arguments: [
    (#"[{"lat":1,"lng":2},]"#, "The data is not JSON: no value at byte 19."),
    (#"[{"lat":1,"lng":2}"#, "The data is not JSON: the array does not end at byte 18."),
    (#"[{"lat":1,"lng":2}] x"#, "The data is not JSON: something follows the array at byte 20."),
    (#"[{"lat":1,"lng":2},{"lat":1,,}]"#, "at byte 28."),
    (
      #"[{"lat":1,"lng":2,"altitude":1e300}]"#,
      "/0/altitude is a number out of range, not an altitude in metres."
    ),
  ])
  func `what is wrong in an array is named by its place in the file`(text: String, words: String) {
    #expect {
      try Route(decoding: Array(text.utf8))
    } throws: { ($0 as? Problem)?.explanation?.english.hasSuffix(words) == true }
  }

  // MARK: Limits

  @Test func `a track has at most a hundred thousand points`() throws {
    #expect(try Track(gpx: Array(Self.gpx(100_000).utf8)).points.count == 100_000)
    expect("tooManyValues", 100_000) { try Track(gpx: Array(Self.gpx(100_001).utf8)) }
  }

  @Test(arguments: [("", "1,2\n", ""), ("[", #"{"lat":1,"lng":2},"#, #"{"lat":1,"lng":2}]"#)])
  func `a route has at most a hundred thousand places`(parts: (String, String, String)) throws {
    let rest = parts.2.isEmpty ? 100_000 : 99_999
    let most = parts.0 + String(repeating: parts.1, count: rest) + parts.2
    #expect(try Route(decoding: Array(most.utf8)).positions.count == 100_000)
    let more = parts.0 + String(repeating: parts.1, count: rest + 1) + parts.2
    expect("tooManyValues", 100_000) { try Route(decoding: Array(more.utf8)) }
  }

  @Test func `elements nest 124 deep and no deeper`() throws {
    let deep = { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }
    #expect { try Track(gpx: Array(deep(124).utf8)) } throws: { ($0 as? Problem)?.kind == .missingData }
    expect("tooDeep", 124) { try Track(gpx: Array(deep(125).utf8)) }
    expect("tooDeep", 124) { try Track(gpx: Array(String(repeating: "<a>", count: 2_000_000).utf8)) }
  }

  @Test func `no line, no element and no tag is kept that is longer than any could be`() {
    let long = String(repeating: "a", count: 1 << 20)
    expect("tooManyValues", 65_536) { try Route(decoding: Array(long.utf8)) }
    expect("tooManyValues", 65_536) { try Route(decoding: Array("[\"\(long)\"]".utf8)) }
    for text in ["<gpx a='\(long)'/>", "<gpx><!--\(long)--></gpx>", "<\(long)/>"] {
      #expect {
        try Track(gpx: Array(text.utf8))
      } throws: { ($0 as? Problem)?.explanation?.english.contains("a tag or a comment is too long") == true }
    }
  }

  @Test func `the longest comment is read in pieces of any size, and one twice as long is too long`() throws {
    for size in [1_000, 16 << 10, 1 << 20] {
      #expect(throws: Never.self) { try Track(gpx: Self.comment(of: 256 << 10), inPiecesOf: size) }
    }
    for size in [1_000, 16 << 10] {
      #expect(throws: Problem.self) { try Track(gpx: Self.comment(of: 2 * 256 << 10), inPiecesOf: size) }
    }
  }

  @Test func `a long comment is not read anew with each of its pieces`() throws {
    let text = Self.comment(of: 250_000)
    let time = try processorTime { _ = try Track(gpx: text, inPiecesOf: 16) }
    // Anew: two billion bytes.
    #expect(time < .milliseconds(400))
  }

  /// A track behind a comment of so many bytes.
  private static func comment(of count: Int) -> [UInt8] {
    Array(("<!--" + String(repeating: "x", count: count - 7) + "-->" + gpx(2)).utf8)
  }

  @Test func `a time that is longer than any could be is none`() {
    let digits = String(repeating: "0", count: 1 << 20)
    let text = "<gpx><trkpt lat='1' lon='2'><time>2026-07-21T12:00:00.\(digits)Z</time></trkpt></gpx>"
    #expect {
      try Track(gpx: Array(text.utf8))
    } throws: {
      ($0 as? Problem)?.explanation?.english
        == "Track point 1 of the file has no time, without which it cannot be replayed."
    }
  }

  private func expect(_ reason: String, _ limit: Int, _ body: () throws -> some Any) {
    #expect {
      _ = try body()
    } throws: { error in
      let problem = error as? Problem
      return problem?.kind == .unexpectedShape && problem?.detail.reason == reason
        && problem?.detail.limit == limit
    }
  }

  // MARK: Turns

  @LoopActor
  @Test(arguments: ["gpx", "csv"])
  func `the loop turns while a large file is read`(form: String) async throws {
    let file = try TemporaryFile(form == "gpx" ? Self.gpx(10_000) : String(repeating: "1,2\n", count: 90_000))
    let (timers, told, turns) = (TimerQueue(source: ManualTime()), Box(0), Box(0))
    let source = Self.source(form, file.path, timers)
    source.start { if case .success = $0 { told.value += 1 } }
    #expect(told.value == 0)
    // Other tests may have the loop do what is put off; this is put off as often as the reading.
    func turn() {
      turns.value += 1
      if told.value == 0 { LoopActor.shared.loop.onNextTurn(turn) }
    }
    turn()
    await LoopActor.shared.loop.turns { told.value > 0 }
    #expect(turns.value > 20)
  }

  @LoopActor @Test func `manual time sees a large file read to its end before anything else`() throws {
    let file = try TemporaryFile(Self.gpx(10_000))
    let (timers, told) = (TimerQueue(source: ManualTime()), Box(0))
    let source = Self.source("gpx", file.path, timers)
    source.start { if case .success = $0 { told.value += 1 } }
    LoopActor.shared.loop.runUntilIdle()
    #expect(told.value == 1)
  }

  @LoopActor @Test func `a source that is stopped reads no further`() async throws {
    let file = try TemporaryFile(Self.gpx(10_000))
    let (timers, told) = (TimerQueue(source: ManualTime()), Box(0))
    let source = Self.source("gpx", file.path, timers)
    source.start { _ in told.value += 1 }
    source.stop()
    LoopActor.shared.loop.runUntilIdle()
    #expect(told.value == 0)
    source.start { _ in told.value += 1 }
    source.tryAgain()
    LoopActor.shared.loop.runUntilIdle()
    #expect(told.value == 1)
  }

  @LoopActor
  private static func source(_ form: String, _ path: String, _ timers: TimerQueue) -> any LocationSource {
    form == "gpx"
      ? JourneySource(gpx: GPXAddress(path: path), timers: timers)
      : JourneySource(route: RegularFile(path: path, limit: 8 << 20), every: .seconds(1), timers: timers)
  }
}
