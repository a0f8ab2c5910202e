import Logging
import Reactor
import StatusServer

/// The file that the textfile collector of node_exporter reads, written at the start, after each interval, and at the
/// end.
///
/// A thread writes it and ends, so a slow disk holds up nothing. What comes due meanwhile is left out. A disk that is
/// full and a folder that is missing are one warning, until the file can be written again.
@LoopActor
final class MetricsFile {
  private struct Writing {
    var isUnderWay = false
    var hasFailed = false
  }

  private let path: String
  private let interval: Duration
  private let host: Host
  private let text: @LoopActor ([MetricLabel]) -> String
  private let writing = Monitor(Writing())
  private var timer: Timer?

  /// How long the end of the process waits for a slow disk.
  private static let patience = Duration.seconds(1)

  /// - Parameter text: The metrics, with these labels on each.
  init(
    _ path: String, every interval: Duration, on host: Host,
    _ text: @escaping @LoopActor ([MetricLabel]) -> String
  ) {
    (self.path, self.interval, self.host, self.text) = (path, interval, host, text)
    timeIsUp()
  }

  private func timeIsUp() {
    write()
    // Real time, whatever the engine's clock is: the collector has no other.
    timer = host.loop.timers.schedule(after: interval) { [weak self] in self?.timeIsUp() }
  }

  private func write() {
    let isFree = writing.update { writing in
      defer { writing.isUnderWay = true }
      return !writing.isUnderWay
    }
    guard isFree else { return }
    let (text, path, writing, logger) = (self.text([label]), self.path, self.writing, host.logger)
    do throws(SystemError) {
      try DetachedThread.start {
        do throws(SystemError) {
          try ReplacedFile.write(text, to: path)
          Self.end(writing, nil, path, logger)
        } catch {
          Self.end(writing, error, path, logger)
        }
      }
    } catch {
      Self.end(writing, error, path, logger)
    }
  }

  private nonisolated static func end(
    _ writing: Monitor<Writing>, _ error: SystemError?, _ path: String, _ logger: Logger
  ) {
    let isNews = writing.update { writing in
      defer { writing = Writing(isUnderWay: false, hasFailed: error != nil) }
      return !writing.hasFailed
    }
    guard let error, isNews else { return }
    logger.warning("the metrics are not written", metadata: ["file": "\(path)", "error": "\(error)"])
  }

  /// Writes the last counts.
  func close() {
    timer?.cancel()
    waitForThread()
    write()
    waitForThread()
  }

  private func waitForThread() {
    _ = writing.wait(within: Self.patience) { $0.isUnderWay ? nil : true }
  }

  /// The name of the file, so that those of several daemons in one folder have no sample twice, which the collector
  /// refuses.
  private var label: MetricLabel {
    let name = path.split(separator: "/").last ?? ""
    let end = name.lastIndex(of: ".") ?? name.endIndex
    return MetricLabel("daemon", String(end == name.startIndex ? name : name[..<end]))
  }
}
