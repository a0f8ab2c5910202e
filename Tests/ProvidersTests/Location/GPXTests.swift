import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Tracks of GPX files, and how they are told again.
@Suite struct GPXTests {
  init() {
    EventLoopThread.start()
  }

  private static func gpx(_ points: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><time>1999-01-01T00:00:00Z</time></metadata>
      <wpt lat="1" lon="1"><name>Home</name></wpt>
      <trk><name>A &amp; B</name><trkseg>\(points)</trkseg></trk>
    </gpx>
    """
  }

  /// At latitudes 1, 2, 3 and 4, after 0, 1, 3 and 63 seconds.
  private static let journey = gpx(
    zip(1...4, ["00:00", "00:01", "00:03", "01:03"]).map { latitude, time in
      #"<trkpt lat="\#(latitude)" lon="10"><ele>\#(latitude)5.5</ele><time>2026-07-21T12:\#(time)Z</time></trkpt>"#
    }.joined())

  private func track(_ text: String) throws -> Track { try Track(gpx: Array(text.utf8)) }

  // MARK: Reading

  @Test func `every track point is read, with what it says`() throws {
    let points = try track(Self.journey).points
    #expect(points.map(\.position.coordinate.latitude) == [1, 2, 3, 4])
    #expect(points.map(\.position.altitude) == [15.5, 25.5, 35.5, 45.5])
    #expect(points[3].time.millisecondsSince1970 - points[0].time.millisecondsSince1970 == 63_000)
  }

  @Test func `prefixes, other encodings, spaces and the members of GPX 1 point 0 are understood`() throws {
    let text = """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/0"><g:trk><g:name>Caf\u{E9}</g:name><g:trkseg>
      <g:trkpt lon=" 10 " lat="1"><g:time> 2026-07-21T12:00:00Z
      </g:time><g:speed>2.5</g:speed><g:course>360</g:course></g:trkpt></g:trkseg></g:trk></g:gpx>
      """
    let latin1 = text.unicodeScalars.map { UInt8($0.value) }
    let point = try Track(gpx: latin1).points[0].position
    #expect(point.coordinate == Coordinate(latitude: 1, longitude: 10))
    #expect(point.speed == 2.5 && point.heading == 0 && point.altitude == nil)
  }

  @Test func `points are taken in the order of their times`() throws {
    let points = [("3", "00:05"), ("1", "00:01"), ("2", "00:01")].map {
      #"<trkpt lat="\#($0)" lon="0"><time>2026-07-21T12:\#($1)Z</time></trkpt>"#
    }
    #expect(
      try track(Self.gpx(points.joined())).points.map(\.position.coordinate.latitude) == [1, 2, 3])
  }

  @Test(arguments: [
    ("no XML at all", FailureKind.malformedData, "not usable XML: syntax error at line 1"),
    ("", .malformedData, "not usable XML: no element found at line 1"),
    ("<gpx>\n<trk>", .malformedData, "not usable XML: no element found at line 2"),
    ("<gpx>\n</trk>", .malformedData, "not usable XML: mismatched tag at line 2"),
    ("<gpx>\u{1}</gpx>", .malformedData, "not usable XML: not well-formed (invalid token) at line 1"),
    (
      #"<!DOCTYPE gpx [<!ENTITY a "aaaa">]><gpx>&a;</gpx>"#, .malformedData,
      "it has a document type at line 1"
    ),
    ("<gpx/>", .missingData, "no track points"),
    (gpx(""), .missingData, "no track points"),
    (gpx(#"<trkpt lat="1"/>"#), .unexpectedShape, "Track point 1 of the file has no latitude and longitude"),
    (gpx(#"<trkpt lat="91" lon="0"/>"#), .unexpectedShape, "Track point 1 of the file has no latitude"),
    (gpx(#"<trkpt lat="1" lon="2"/>"#), .unexpectedShape, "Track point 1 of the file has no time"),
    (
      gpx(#"<trkpt lat="1" lon="2"><time>2026-07-21T12:00:00Z</time></trkpt><trkpt lat="1" lon="2"/>"#),
      .unexpectedShape, "Track point 2 of the file has no time"
    ),
    (
      gpx(#"<trkpt lat="1" lon="2"><time>noon</time></trkpt>"#), .unexpectedShape,
      "Track point 1 of the file has no time"
    ),
  ])
  func `a damaged file says what is wrong, and where`(text: String, kind: FailureKind, words: String) {
    #expect {
      try track(text)
    } throws: { error in
      let problem = error as? Problem
      return problem?.kind == kind && problem?.explanation?.english.contains(words) == true
    }
  }

  @Test func `wherever it is cut, a file is read or refused`() {
    let text = Array(Self.journey.utf8)
    for length in 0..<text.count {
      #expect((try? Track(gpx: Array(text[..<length]))) == nil)
    }
  }

  // MARK: Telling

  /// What is told of the journey in so many seconds, as `latitude@second`.
  @LoopActor private func told(_ options: String, after seconds: [Int]) throws -> [String] {
    let file = try TemporaryFile(Self.journey)
    guard case .gpx(let address) = try LocationAddress("gpx:\(file.path)\(options)") else { return [] }
    let (timers, told) = (TimerQueue(source: ManualTime()), Box<[String]>([]))
    let source = JourneySource(gpx: address, timers: timers)
    source.start { outcome in
      let latitude = (try? outcome.get().coordinate.latitude).map { "\(Int($0))" } ?? "?"
      told.value.append("\(latitude)@\(timers.now.sinceOrigin / .seconds(1))")
    }
    for second in seconds { timers.advance(by: .seconds(second) - timers.now.sinceOrigin) }
    return told.value
  }

  @LoopActor
  @Test(arguments: [
    ("", 200, ["1@0.0", "2@1.0", "3@3.0", "4@63.0"]),
    ("?rate=10", 200, ["1@0.0", "2@0.1", "3@0.3", "4@6.3"]),
    ("?rate=0.5", 200, ["1@0.0", "2@2.0", "3@6.0", "4@126.0"]),
    ("?loop=1", 70, ["1@0.0", "2@1.0", "3@3.0", "4@63.0", "1@64.0", "2@65.0", "3@67.0"]),
    ("?loop=0", 70, ["1@0.0", "2@1.0", "3@3.0", "4@63.0"]),
  ])
  func `the track's own times, or as many times faster`(options: String, end: Int, expected: [String]) throws
  {
    #expect(try told(options, after: [end]) == expected)
  }

  @LoopActor @Test func `it keeps its place while nobody listens`() throws {
    let file = try TemporaryFile(Self.journey)
    let (timers, told) = (TimerQueue(source: ManualTime()), Box<[Double]>([]))
    let source = JourneySource(gpx: GPXAddress(path: file.path), timers: timers)
    let listen: LocationListener = { told.value.append((try? $0.get().coordinate.latitude) ?? 0) }
    source.start(listen)
    timers.advance(by: .seconds(2))
    source.stop()
    timers.advance(by: .seconds(1_000))
    source.start(listen)
    timers.advance(by: .seconds(2))
    #expect(told.value == [1, 2, 2, 3])
  }

  @LoopActor @Test func `points of one time and a loop do not keep the daemon busy`() throws {
    let points = (0..<3).map { _ in
      #"<trkpt lat="1" lon="0"><time>2026-07-21T12:00:00Z</time></trkpt>"#
    }
    let file = try TemporaryFile(Self.gpx(points.joined()))
    let (timers, count) = (TimerQueue(source: ManualTime()), Box(0))
    var address = GPXAddress(path: file.path)
    address.loops = true
    let source = JourneySource(gpx: address, timers: timers)
    source.start { _ in count.value += 1 }
    timers.advance(by: .seconds(1))
    #expect(count.value <= 101)
  }

  @LoopActor @Test func `a missing file is a failure that names it`() throws {
    let problem = Box<Problem?>(nil)
    let address = GPXAddress(path: "/proc/nowhere/a.gpx")
    let source = JourneySource(gpx: address, timers: TimerQueue(source: ManualTime()))
    source.start { if case .failure(let failure) = $0 { problem.value = failure } }
    #expect(problem.value?.kind == .fileNotFound && problem.value?.detail.url == "gpx:/proc/nowhere/a.gpx")
  }
}
