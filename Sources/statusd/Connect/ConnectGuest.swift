import Reactor
import StatusServer

/// The guest of `statusd connect`: stays while its session lasts, and ends with the session's status.
@LoopActor
final class ConnectGuest: Guest {
  private let host: Host
  private let place: SharedPlace
  private var lines: DaemonLines
  private var watch: Watch?
  private var copy: StreamCopy?
  private var isOver = false

  /// - Parameter lines: Those of a daemon that has begun the session.
  init(_ lines: DaemonLines, _ place: SharedPlace, on host: Host) {
    (self.lines, self.place, self.host) = (lines, place, host)
    // Unowned: both end with the process.
    watch = host.loop.watch(lines.socket, for: .readable) { [unowned self] _ in read() }
    host.watchParent()
    // What came with the welcome.
    host.loop.onNextTurn { [weak self] in self?.read() }
  }

  /// Copies between the streams of this process and those that the daemon has.
  func copy(_ streams: StandardStreams, over socket: CInt) {
    copy = StreamCopy(streams, over: socket, on: host.loop)
  }

  /// The first signal has the session drained; the second ends the process.
  func terminate(_ signal: CInt) { LocalClient.endSending(lines.socket) }

  /// The daemon sees that this process is gone.
  func abandon() { end(0) }

  func close() {}

  private func read() {
    while !isOver {
      switch lines.next() {
      case .line(.ended(let status)): return finish(status)
      case .line, .other: continue
      case .nothing: return
      case .end: return lose()
      }
    }
  }

  /// What the daemon has written last is still copied.
  private func finish(_ status: CInt) {
    watch?.cancel()
    guard let copy else { return end(status) }
    copy.finish { [weak self] in self?.end(status) }
  }

  private func lose() {
    LastWords.write("statusd: the daemon is gone, and with it what was not answered; its log is \(place.log)")
    end(ExitStatus.daemonGone)
  }

  private func end(_ status: CInt) {
    guard !isOver else { return }
    isOver = true
    watch?.cancel()
    host.end(status)
  }
}
