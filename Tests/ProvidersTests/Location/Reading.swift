import StatusCore

@testable import Providers

extension FileParser {
  /// What is read of a whole text that comes in pieces of some size.
  static func read(_ text: [UInt8], by size: Int, with parser: Self) throws -> Value {
    var parser = parser
    for start in stride(from: 0, to: text.count, by: size) {
      try parser.take(Array(text[start..<min(start + size, text.count)]))
    }
    return try parser.finish()
  }
}

extension Track {
  init(gpx text: [UInt8], inPiecesOf size: Int = LocationFileLimits.pieceBytes) throws {
    self = try TrackParser.read(text, by: size, with: TrackParser())
  }
}

extension Route {
  init(decoding text: [UInt8], inPiecesOf size: Int = LocationFileLimits.pieceBytes) throws {
    self = try RouteParser.read(text, by: size, with: RouteParser())
  }
}
