import StatusCore

extension Route {
  /// Reads the file of `route:FILE`: a JSON array of coordinates, or lines of comma-separated values.
  init(decoding body: [UInt8]) throws(Problem) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = body.starts(with: mark) ? Array(body.dropFirst(mark.count)) : body
    guard let first = text.first(where: { $0 > 0x20 }), "[{".utf8.contains(first) else {
      self = try Route(csv: text)
      return
    }
    let positions = try ValueDecoder.reader(of: text).elements(Position.init(_:))
    guard let route = Route(positions) else { throw .emptyRoute }
    self = route
  }
}

extension Position {
  fileprivate init(_ reader: ValueReader) throws(Problem) {
    self.init(try Coordinate(reader))
    altitude = try reader.optional("altitude")?.number()
  }
}
