package import Reactor
import StatusCore

@testable import Providers

/// Holds what reads the bytes of sources to what is promised of it, for one input.
@LoopActor
package enum SourceInvariants {
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let input = SourceInput(bytes) else { return }
    switch input.reader {
    case .track: try checkTrack(input)
    case .route: try checkRoute(input)
    case .gpsd: try checkGPSD(input)
    case .header: try checkHeader(input)
    case .redirect: try checkRedirect(input)
    case .fleet: try checkValue(input, .fleet)
    case .menu: try checkValue(input, .menu)
    case .any: try checkValue(input, .any)
    case .events: try checkEvents(input)
    case .text: try TextInvariants.checkText(input)
    case .lines: try TextInvariants.checkLines(input)
    }
  }
}

// MARK: Positions

extension SourceInvariants {
  private static func checkTrack(_ input: SourceInput) throws(Violation) {
    let whole = read([input.text], TrackParser())
    let inPieces = read(input.cut, TrackParser())
    try require(isSame(whole, inPieces), "whole: \(whole), in pieces of \(input.pieces): \(inPieces)")
    guard case .success(let track) = whole else { return }
    for point in track.points { try check(point.position) }
    let isSorted = zip(track.points, track.points.dropFirst()).allSatisfy { $0.time <= $1.time }
    try require(isSorted && !track.points.isEmpty, "points out of order, or none")
  }

  private static func checkRoute(_ input: SourceInput) throws(Violation) {
    let whole = read([input.text], RouteParser())
    let inPieces = read(input.cut, RouteParser())
    try require(isSame(whole, inPieces), "whole: \(whole), in pieces of \(input.pieces): \(inPieces)")
    guard case .success(let route) = whole else { return }
    for position in route.positions { try check(position) }
    try require(!route.positions.isEmpty, "a route without a place")
  }

  /// By their values, and by what is wrong where they failed.
  ///
  /// The words may differ: expat looks at the first two bytes for the encoding, and gets fewer in a first piece of one.
  private static func isSame<Value: Hashable>(
    _ left: Result<Value, Problem>, _ right: Result<Value, Problem>
  ) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left == right
    case (.failure(let left), .failure(let right)):
      left.kind == right.kind && left.detail.reason == right.detail.reason
    default: false
    }
  }

  private static func read<Parser: FileParser>(
    _ pieces: [[UInt8]], _ parser: Parser
  ) -> Result<Parser.Value, Problem> {
    var parser = parser
    do throws(Problem) {
      for piece in pieces { try parser.take(piece) }
      return .success(try parser.finish())
    } catch {
      return .failure(error)
    }
  }

  private static func check(_ position: Position) throws(Violation) {
    try require(-90...90 ~= position.coordinate.latitude, "\(position)")
    try require(-180...180 ~= position.coordinate.longitude, "\(position)")
    try require(position.altitude.map { -20_000...1e6 ~= $0 } ?? true, "\(position)")
    try require(position.accuracy.map { 0...1e9 ~= $0 } ?? true, "\(position)")
    try require(position.speed.map { 0...1e6 ~= $0 } ?? true, "\(position)")
    try require(position.heading.map { 0..<360 ~= $0 } ?? true, "\(position)")
  }

  private static func checkGPSD(_ input: SourceInput) throws(Violation) {
    let limit = 512
    var (whole, cut) = (LineBuffer(limit: limit), LineBuffer(limit: limit))
    let lines = whole.lines(adding: input.text[...])
    let pieces = input.cut.flatMap { cut.lines(adding: $0[...]) }
    try require(lines == pieces, "whole: \(lines.count) lines, in pieces: \(pieces.count)")
    var watch = GPSDWatch(GPSDLimits(), at: .zero)
    for line in lines {
      try require(line.count <= limit, "a line of \(line.count) bytes")
      guard let report = GPSDReport(decoding: line.span) else { continue }
      if let position = watch.take(report, at: .zero) { try check(position) }
      try require(watch.devices.count <= 16, "\(watch.devices.count) devices")
      try require(watch.devices.allSatisfy { $0.path.unicodeScalars.count <= 129 }, "a long path")
    }
  }
}

// MARK: HTTP

extension SourceInvariants {
  private static func checkHeader(_ input: SourceInput) throws(Violation) {
    let texts = input.text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    let hour = Duration.seconds(3_600)
    if let fresh = Freshness.duration(cacheControl: texts, age: texts.last) {
      try require(.zero < fresh && fresh <= hour, "fresh for \(fresh)")
    }
    for text in texts { try checkWait(text, hour) }
    for text in texts {
      let header = HTTPHeader(name: texts.first ?? "", value: text)
      guard let line = header.line else { continue }
      try require(line.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }, "a line end in \(line)")
    }
    var progress = TransferProgress()
    progress.requestIsSent()
    for piece in input.cut { progress.headerLineCame(piece.span) }
    try require(0...999 ~= progress.status, "a status \(progress.status)")
    try require(progress.headerBytes == input.text.count, "\(progress.headerBytes) bytes")
  }

  private static func checkWait(_ text: String, _ longest: Duration) throws(Violation) {
    guard let library = try? CurlLibrary.shared(), let after = RetryAfter(text, dates: library) else {
      return
    }
    for now in [0, 946_684_800_000, Int64(1) << 52] {
      let wait = after.duration(from: Timestamp(millisecondsSince1970: now))
      try require(.zero <= wait && wait <= longest, "a wait of \(wait)")
    }
  }

  private static func checkRedirect(_ input: SourceInput) throws(Violation) {
    guard let library = try? CurlLibrary.shared(),
      let home = try? HTTPURL("https://me:hush-hush@home.example/a/b?c=hush-hush"),
      let location = String(validating: input.text, as: UTF8.self), !location.utf8.contains(0)
    else { return }
    var redirects = Redirects(from: home, most: 3)
    for _ in 1...2 {
      let step = redirects.responded(status: 302, location: location, resolve: library.url(of:from:))
      guard step == .go else { return }
      let url = redirects.url
      try require(url.text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "\(url.text) has a control")
      try require(!url.redacted.contains("hush-hush"), "\(url.redacted) has the secret")
      let keeps = url.text.contains("hush-hush") && !location.contains("hush-hush")
      try require(!keeps || url.origin == home.origin, "\(url.origin) gets the secret")
      try require(!redirects.isAtHome || url.origin == home.origin, "\(url.origin) is not home")
    }
  }
}

// MARK: Events

extension SourceInvariants {
  private static func checkEvents(_ input: SourceInput) throws(Violation) {
    let limit = 16
    let reference = EventStreamReference(input.text, limit: limit)
    for pieces in [[input.text], input.cut] {
      var parser = EventStreamParser(limit: limit)
      var events: [ServerSentEvent] = []
      for piece in pieces {
        events += parser.events(adding: piece[...])
        // The data with a line feed, the value of a field, its name and a type that is not UTF-8.
        try require(
          parser.bytesKept <= limit + 1 + 1_024 + 6 + 3 * 1_024, "\(parser.bytesKept) bytes are kept")
      }
      try require(events == reference.events, "\(events), and by the standard \(reference.events)")
      try require(parser.lastEventID == reference.lastEventID, "the id \(parser.lastEventID)")
      try require(
        parser.retry == reference.retry.map { .milliseconds($0) }, "retry \(String(describing: parser.retry))"
      )
    }
  }
}

// MARK: Values

extension SourceInvariants {
  private static func checkValue(_ input: SourceInput, _ shape: ResourceShape) throws(Violation) {
    switch ValueDecoder.decode(input.text, as: shape, from: "fuzz:") {
    case .success: break
    case .failure(let problem):
      let kinds: [FailureKind] = [.missingData, .malformedData, .unexpectedShape]
      try require(kinds.contains(problem.kind), "\(problem)")
      try require((problem.explanation?.english ?? "").utf8.count <= 4_096, "\(problem)")
      // Two hundred characters, each of which may be an escape.
      try require((problem.detail.excerpt ?? "").unicodeScalars.count <= 2_200, "\(problem)")
    }
  }
}
