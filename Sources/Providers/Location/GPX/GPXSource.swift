package import Reactor
import StatusCore

/// A recorded journey, replayed at the pace of its own times or faster.
///
/// It pauses while nobody listens.
package final class GPXSource: LocationSource {
  package let address: String
  private let options: GPXAddress
  private let file: RegularFile
  private let timers: TimerQueue
  private var track: Track?
  private var reading: FileReading<TrackParser>?
  private var index = 0
  private var listener: LocationListener?
  private var timer: Timer?

  /// The file is read at the first start.
  ///
  /// A damaged file is a failure, and is read again at the next try.
  package init(_ options: GPXAddress, bodyBytes: Int = HTTPLimits().bodyBytes, timers: TimerQueue) {
    address = LocationAddress.gpx(options).description
    self.options = options
    file = RegularFile(path: options.path, limit: bodyBytes)
    self.timers = timers
  }

  package func start(_ listener: @escaping LocationListener) {
    self.listener = listener
    tryAgain()
  }

  package func stop() {
    timer?.cancel()
    timer = nil
    reading?.cancel()
    reading = nil
    listener = nil
  }

  package func tryAgain() {
    guard track == nil else { return reportPoint() }
    if let reading, reading.isUnderWay { return }
    reading = FileReading(file, with: TrackParser()) { [weak self] in self?.fileWasRead($0) }
  }

  private func fileWasRead(_ result: Result<Track, Problem>) {
    switch result {
    case .success(let track):
      self.track = track
      reportPoint()
    case .failure(let problem): listener?(.failure(problem.located(at: address)))
    }
  }

  private func reportPoint() {
    guard let track else { return }
    timer?.cancel()
    timer = wait(in: track).map { wait in
      timers.schedule(after: wait) { [weak self] in
        self?.index = ((self?.index ?? 0) + 1) % track.points.count
        self?.reportPoint()
      }
    }
    listener?(.success(track.points[index].position))
  }

  /// The time until the next point; nil at the end of a journey that does not loop.
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
