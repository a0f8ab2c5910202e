package import Reactor
import StatusCore

/// A recorded journey, told again at the pace of its own times or faster.
///
/// It stays where it is while nobody listens, and goes on from there.
package final class GPXSource: LocationSource {
  package let address: String
  private let options: GPXAddress
  private let file: RegularFile
  private let timers: TimerQueue
  private var track: Track?
  private var index = 0
  private var tell: LocationListener?
  private var timer: Timer?

  /// The file is read when it is first asked for; a damaged one is a failure, and read anew at the next try.
  package init(_ options: GPXAddress, bodyBytes: Int = HTTPLimits().bodyBytes, timers: TimerQueue) {
    address = LocationAddress.gpx(options).description
    self.options = options
    file = RegularFile(path: options.path, limit: bodyBytes)
    self.timers = timers
  }

  package func start(_ tell: @escaping LocationListener) {
    self.tell = tell
    tryAgain()
  }

  package func stop() {
    timer?.cancel()
    timer = nil
    tell = nil
  }

  package func tryAgain() {
    timer?.cancel()
    do throws(Problem) {
      if track == nil { track = try Track(gpx: try file.contents()) }
      tellPoint()
    } catch {
      tell?(.failure(error.located(at: address)))
    }
  }

  private func tellPoint() {
    guard let track else { return }
    timer = wait(in: track).map { wait in
      timers.schedule(after: wait) { [weak self] in
        self?.index = ((self?.index ?? 0) + 1) % track.points.count
        self?.tellPoint()
      }
    }
    tell?(.success(track.points[index].position))
  }

  /// Until the next point: nil at an end that is one.
  ///
  /// From there back to the start it takes as long as from the
  /// first point to the second, and never less than ``shortestWait``.
  private func wait(in track: Track) -> Duration? {
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
