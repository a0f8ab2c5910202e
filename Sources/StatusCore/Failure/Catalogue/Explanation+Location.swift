extension Explanation {
  /// A file of places: a route, or a track.
  package enum Places: Hashable, Sendable {
    case noPlaces
    case noTrackPoints
    case tooMany(limit: Int)
    case tooDeep(limit: Int)
    /// Elements are counted from 0, as in a JSON Pointer.
    case elementTooLarge(Int, limit: Int)
    /// Lines and track points are counted from 1.
    case lineTooLarge(Int, limit: Int)
    case line(Int, lacks: String)
    case trackPointWithoutPlace(Int)
    case trackPointWithoutTime(Int)
    /// - Parameter found: What is wrong, in a few words.
    case notXML(found: String, line: Int)
  }

  /// gpsd gives no position.
  package enum Receiver: Hashable, Sendable {
    case noReceiver, unknownHost, unreachable, closed, silent, foreign, refused
  }
}

extension Explanation.Places {
  var english: String {
    switch self {
    case .noPlaces: "The file names no place."
    case .noTrackPoints: "The file has no track points."
    case .tooMany(let limit): "The file has more than \(limit) positions."
    case .tooDeep(let limit): "The file nests deeper than \(limit) elements."
    case .elementTooLarge(let index, let limit): "/\(index) has more than \(limit) bytes."
    case .lineTooLarge(let line, let limit): "Line \(line) of the file has more than \(limit) bytes."
    case .line(let line, let expected): "Line \(line) of the file lacks \(expected)."
    case .trackPointWithoutPlace(let number):
      "Track point \(number) of the file has no latitude and longitude in degrees."
    case .trackPointWithoutTime(let number):
      "Track point \(number) of the file has no time, without which it cannot be replayed."
    case .notXML(let found, let line): "The file is not usable XML: \(found) at line \(line)."
    }
  }
}

extension Explanation.Receiver {
  var english: String {
    switch self {
    case .noReceiver: "gpsd has no receiver."
    case .unknownHost: "No address is known for the host of gpsd."
    case .unreachable: "gpsd cannot be reached."
    case .closed: "gpsd closed the connection."
    case .silent: "gpsd does not respond."
    case .foreign: "The server is not a gpsd with protocol 3."
    case .refused: "gpsd refuses to report positions."
    }
  }
}
