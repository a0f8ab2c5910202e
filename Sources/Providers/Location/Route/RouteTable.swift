import StatusCore

/// Lines with a latitude, a longitude and, if there is one, an altitude, separated by commas.
///
/// A first line that begins with no number names the columns, `latitude` or `lat`, `longitude`, `lng` or
/// `lon`, `altitude` or `alt`, in any order and among others. Empty lines and those that begin with `#` are
/// passed over. What is wrong is an `unexpectedShape` with the number of the line.
struct RouteTable {
  private var columns = RouteColumns()
  private var positions: [Position] = []
  /// The line that has begun, and its number from 1.
  private var line: [UInt8] = []
  private var number = 1

  mutating func take(_ piece: [UInt8]) throws(Problem) {
    var rest = piece[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try add(rest[..<end])
      try endLine()
      rest = rest[(end + 1)...]
    }
    try add(rest)
  }

  mutating func finish() throws(Problem) -> [Position] {
    try endLine()
    return positions
  }

  private mutating func add(_ piece: ArraySlice<UInt8>) throws(Problem) {
    guard line.count + piece.count <= LocationFileLimits.partBytes else {
      throw .overLimit(
        "tooManyValues", LocationFileLimits.partBytes,
        .lineTooLarge(number, limit: LocationFileLimits.partBytes))
    }
    line += piece
  }

  private mutating func endLine() throws(Problem) {
    defer {
      line.removeAll(keepingCapacity: true)
      number += 1
    }
    let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmed)
    guard fields.count > 1 || !fields[0].isEmpty, fields[0].utf8.first != UInt8(ascii: "#") else { return }
    if positions.isEmpty, let named = RouteColumns(fields) {
      columns = named
    } else {
      guard positions.count < LocationFileLimits.points else { throw .tooManyPoints }
      positions.append(try columns.position(fields, line: number))
    }
  }
}

/// Which field of a line is what.
private struct RouteColumns {
  var latitude = 0
  var longitude = 1
  var altitude: Int? = 2

  init() {}

  /// nil for a line that names no columns.
  init?(_ names: [String]) {
    func index(_ known: String...) -> Int? { names.firstIndex { known.contains($0.lowercased()) } }
    guard let latitude = index("latitude", "lat"), let longitude = index("longitude", "lng", "lon") else {
      return nil
    }
    (self.latitude, self.longitude, altitude) = (latitude, longitude, index("altitude", "alt"))
  }

  func position(_ fields: [String], line: Int) throws(Problem) -> Position {
    let latitude = try number(fields, latitude, in: -90...90, "a latitude between -90 and 90", line)
    let longitude = try number(fields, longitude, in: -180...180, "a longitude between -180 and 180", line)
    var position = Position(Coordinate(latitude: latitude, longitude: longitude))
    if let altitude, altitude < fields.count, !fields[altitude].isEmpty {
      position.altitude = try number(fields, altitude, in: Position.altitudes, "an altitude in metres", line)
    }
    return position
  }

  private func number(
    _ fields: [String], _ index: Int, in range: ClosedRange<Double>, _ meaning: String, _ line: Int
  ) throws(Problem) -> Double {
    guard index < fields.count, let number = Double(fields[index]), range.contains(number) else {
      throw .line(line, hasNot: meaning)
    }
    return number
  }
}

extension ArraySlice<UInt8> {
  /// As text, without white space and quotes around it.
  fileprivate var trimmed: String {
    let isKept: (UInt8) -> Bool = { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
    guard let first = firstIndex(where: isKept), let last = lastIndex(where: isKept) else { return "" }
    return String(decoding: self[first...last], as: UTF8.self)
  }
}

extension Problem {
  fileprivate static func line(_ line: Int, hasNot expected: String) -> Problem {
    var detail = FailureDetail()
    detail.expected = expected
    return Problem(
      .unexpectedShape, detail: detail,
      explanation: .places(.line(line, lacks: expected)))
  }
}
