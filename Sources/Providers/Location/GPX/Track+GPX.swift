package import StatusCore

extension Track {
  /// Reads the track points of a GPX file (https://www.topografix.com/GPX/1/1/), of all its tracks and segments.
  ///
  /// - Throws: `malformedData` for what is no XML, `unexpectedShape` for a point without a place or a time, each
  ///   with its line; `missingData` for a file without track points.
  package init(gpx text: [UInt8]) throws(Problem) {
    let receiver = TrackReceiver()
    do throws(XMLReader.Fault) {
      try XMLReader.read(text, to: receiver)
    } catch {
      throw Problem.noXML(error)
    }
    if let problem = receiver.problem { throw problem }
    guard let track = Track(receiver.points) else {
      throw Problem(.missingData, explanation: "The file has no track points.")
    }
    self = track
  }
}

/// Collects the track points of a document.
private final class TrackReceiver: XMLReceiver {
  private(set) var points: [Track.Point] = []
  /// The first thing that was wrong.
  private(set) var problem: Problem?
  private var point: Position?
  private var time: Timestamp?
  private var count = 0
  /// Of the innermost element; what is asked for stands in elements without others.
  private var content = ""

  func begin(_ name: String, _ attributes: [String: String]) {
    content = ""
    guard name == "trkpt" else { return }
    count += 1
    let latitude = number(attributes["lat"], in: -90...90)
    let longitude = number(attributes["lon"], in: -180...180)
    guard let latitude, let longitude else { return fail("no latitude and longitude in degrees") }
    point = Position(Coordinate(latitude: latitude, longitude: longitude))
    time = nil
  }

  func text(_ piece: String) {
    if point != nil { content += piece }
  }

  func end(_ name: String) {
    guard point != nil else { return }
    switch name {
    case "ele": point?.altitude = number(content, in: -20_000...1e6)
    case "time": time = Timestamp(rfc3339: content.withoutSpace)
    // Of GPX 1.0.
    case "speed": point?.speed = number(content, in: 0...1e6)
    case "course": point?.heading = number(content, in: 0...360).map { $0 == 360 ? 0 : $0 }
    case "trkpt": endPoint()
    default: break
    }
    content = ""
  }

  private func endPoint() {
    guard let position = point else { return }
    point = nil
    guard let time else { return fail("no time, without which it cannot be replayed") }
    points.append(Track.Point(position: position, time: time))
  }

  private func fail(_ lack: String) {
    var detail = FailureDetail()
    detail.expected = "track points with lat, lon and time"
    problem =
      problem
      ?? Problem(
        .unexpectedShape, detail: detail, explanation: "Track point \(count) of the file has \(lack).")
  }

  private func number(_ text: String?, in range: ClosedRange<Double>) -> Double? {
    text.flatMap { Double($0.withoutSpace) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension String {
  /// Without white space around it.
  fileprivate var withoutSpace: String {
    let isKept: (Character) -> Bool = { !$0.isWhitespace }
    guard let first = firstIndex(where: isKept), let last = lastIndex(where: isKept) else { return "" }
    return String(self[first...last])
  }
}

extension Problem {
  fileprivate static func noXML(_ fault: XMLReader.Fault) -> Problem {
    var detail = FailureDetail()
    detail.reason = "syntax"
    return Problem(
      .malformedData, detail: detail,
      explanation: "The file is not usable XML: \(fault.words) at line \(fault.line).")
  }
}
