import StatusCore

/// What a file of positions may hold.
enum LocationFileLimits {
  /// Positions; a year of minutes is half a million, a day of seconds 86,400.
  static let points = 100_000
  /// Bytes that are read in one turn of the loop: a few milliseconds of work, whatever they are.
  static let pieceBytes = 16 << 10
  /// Bytes of a line of a table, of an element of an array of JSON.
  static let partBytes = 64 << 10
  /// Bytes of a tag or a comment of XML.
  static let markupBytes = 256 << 10
  /// Elements of XML within each other.
  static let depth = 124
}

extension Problem {
  static var tooManyPoints: Problem {
    .overLimit(
      "tooManyValues", LocationFileLimits.points, .tooMany(limit: LocationFileLimits.points))
  }

  static func overLimit(_ reason: String, _ limit: Int, _ places: Explanation.Places) -> Problem {
    var problem = Problem(.unexpectedShape, explanation: .places(places))
    problem.detail.reason = reason
    problem.detail.limit = limit
    return problem
  }
}
