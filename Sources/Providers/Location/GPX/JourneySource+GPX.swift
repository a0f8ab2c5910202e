package import Reactor
import StatusCore

extension JourneySource {
  /// A recorded journey, replayed at the pace of its own times or faster.
  package convenience init(
    gpx options: GPXAddress, bodyBytes: Int = HTTPLimits().bodyBytes, timers: TimerQueue
  ) {
    self.init(
      RegularFile(path: options.path, limit: bodyBytes), at: LocationAddress.gpx(options).description,
      timers: timers, parser: { TrackParser() }, journey: { Replay(track: $0, options: options) })
  }
}

/// A track at the pace that its address asks for.
private struct Replay: Journey {
  let track: Track
  let options: GPXAddress

  var count: Int { track.points.count }

  func position(at index: Int) -> Position { track.points[index].position }

  /// From the last point back to the first it takes as long as from the first to the second, and never less than
  /// ``shortestWait``.
  func wait(after index: Int) -> Duration? {
    let points = track.points
    let isAtEnd = index == points.count - 1
    guard !isAtEnd || options.loops, points.count > 1 else { return nil }
    let (from, to) = isAtEnd ? (points[0], points[1]) : (points[index], points[index + 1])
    let milliseconds = Double(to.time.millisecondsSince1970 - from.time.millisecondsSince1970)
    return max(.milliseconds(milliseconds / options.rate), Self.shortestWait)
  }

  /// Points of one time, or of nearly one, must not keep the daemon from everything else.
  private static let shortestWait = Duration.milliseconds(10)
}
