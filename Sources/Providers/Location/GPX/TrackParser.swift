import StatusCore

/// Reads the track points of a GPX file (https://www.topografix.com/GPX/1/1/), of all its tracks and segments.
///
/// What is no XML is `malformedData`, a point without a place or a time `unexpectedShape`, each with its line or
/// number; a file without track points is `missingData`.
struct TrackParser: FileParser {
  private let receiver = TrackReceiver()
  private var reader: XMLReader?

  mutating func take(_ piece: [UInt8]) throws(Problem) {
    try read { reader throws(XMLReader.Fault) in try reader.take(piece) }
  }

  mutating func finish() throws(Problem) -> Track {
    try read { reader throws(XMLReader.Fault) in try reader.finish() }
    guard let track = Track(receiver.points) else {
      throw Problem(.missingData, explanation: .places(.noTrackPoints))
    }
    return track
  }

  private mutating func read(
    _ body: (XMLReader) throws(XMLReader.Fault) -> Void
  ) throws(Problem) {
    do throws(XMLReader.Fault) {
      let reader: XMLReader
      if let begun = self.reader { reader = begun } else { reader = try XMLReader(receiver) }
      self.reader = reader
      try body(reader)
    } catch {
      // What was wrong first counts.
      throw receiver.problem ?? .noXML(error)
    }
    if let problem = receiver.problem { throw problem }
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

  /// Bytes of the longest content: numbers and times are much shorter.
  private static let longestContent = 256

  var wantsText: Bool { point != nil }

  func wantsAttributes(of name: String) -> Bool { name == "trkpt" }

  func begin(_ name: String, _ attributes: [String: String]) {
    content = ""
    guard name == "trkpt" else { return }
    count += 1
    let latitude = attributes["lat"].flatMap(number)?.within(-90...90)
    let longitude = attributes["lon"].flatMap(number)?.within(-180...180)
    guard let latitude, let longitude else { return fail(.trackPointWithoutPlace(count)) }
    point = Position(Coordinate(latitude: latitude, longitude: longitude))
    time = nil
  }

  func text(_ piece: String) {
    guard content.utf8.count <= Self.longestContent else { return }
    content += piece
  }

  func end(_ name: String) {
    guard point != nil else { return }
    if content.utf8.count > Self.longestContent { content = "" }
    switch name {
    case "ele": point?.altitude = number(content)?.within(Position.altitudes)
    case "time": time = Timestamp(rfc3339: content.withoutSpace)
    // Of GPX 1.0.
    case "speed": point?.speed = number(content)?.within(Position.speeds)
    case "course": point?.heading = number(content).flatMap(Position.heading)
    case "trkpt": endPoint()
    default: break
    }
    content = ""
  }

  private func endPoint() {
    guard let position = point else { return }
    point = nil
    guard let time else { return fail(.trackPointWithoutTime(count)) }
    guard points.count < LocationFileLimits.points else {
      problem = problem ?? .tooManyPoints
      return
    }
    points.append(Track.Point(position: position, time: time))
  }

  private func fail(_ places: Explanation.Places) {
    var detail = FailureDetail()
    detail.expected = "track points with lat, lon and time"
    problem = problem ?? Problem(.unexpectedShape, detail: detail, explanation: .places(places))
  }

  private func number(_ text: String) -> Double? { Double(text.withoutSpace) }
}

extension String {
  /// Without the white space of XML around it.
  fileprivate var withoutSpace: String {
    let isKept: (UInt8) -> Bool = { $0 > 0x20 }
    guard let first = utf8.firstIndex(where: isKept), let last = utf8.lastIndex(where: isKept) else {
      return ""
    }
    return String(self[first...last])
  }
}

extension Problem {
  fileprivate static func noXML(_ fault: XMLReader.Fault) -> Problem {
    guard !fault.isTooDeep else {
      return .overLimit(
        "tooDeep", LocationFileLimits.depth, .tooDeep(limit: LocationFileLimits.depth))
    }
    var detail = FailureDetail()
    detail.reason = "syntax"
    return Problem(
      .malformedData, detail: detail,
      explanation: .places(.notXML(found: fault.words, line: fault.line)))
  }
}
