import StatusCore

/// Reads the file of `route:FILE`: a JSON array of coordinates, or lines of comma-separated values.
///
/// The first character that is no white space decides; a byte order mark may stand before it.
struct RouteParser: FileParser {
  private enum Form {
    case unknown
    case table(RouteTable)
    case array(RouteArray)
  }

  private var form = Form.unknown
  /// What came before the form was known; white space, and maybe a part of a byte order mark.
  private var start: [UInt8] = []

  mutating func take(_ piece: [UInt8]) throws(Problem) {
    switch form {
    case .unknown:
      start += piece
      if start.count >= 3 { try decide() }
    case .table(var table):
      form = .unknown
      try table.take(piece)
      form = .table(table)
    case .array(var array):
      form = .unknown
      try array.take(piece)
      form = .array(array)
    }
  }

  mutating func finish() throws(Problem) -> Route {
    if case .unknown = form { try decide() }
    let positions: [Position] =
      switch form {
      case .unknown: []
      case .table(var table): try table.finish()
      case .array(let array): try array.finish()
      }
    guard let route = Route(positions) else {
      throw Problem(.missingData, explanation: .places(.noPlaces))
    }
    return route
  }

  private mutating func decide() throws(Problem) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let marked = start.starts(with: mark) ? mark.count : 0
    guard let first = start[marked...].first(where: { $0 > 0x20 }) else { return }
    form = "[{".utf8.contains(first) ? .array(RouteArray(at: marked)) : .table(RouteTable())
    let begun = Array(start[marked...])
    start = []
    try take(begun)
  }
}
