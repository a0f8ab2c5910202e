import Engine
import Glibc
import Presenter
import Reactor
import StatusCore
import StatusServer

/// The guest of `statusd top --once`: prints the table when everything has been fetched, and ends.
@LoopActor
final class TopOnceGuest: Guest {
  private let host: Host
  private let source: any TopSource
  private let columns: Int
  private let isColoured: Bool
  private var hook: LoopHook?
  private var isOver = false

  /// What fits on the lines of a reader that is no terminal.
  private static let columnsOfPipe = 200

  init(_ source: any TopSource, _ terminal: Terminal, isColoured: Bool, on host: Host) {
    (self.source, self.host, self.isColoured) = (source, host, isColoured)
    columns = terminal.columns ?? Self.columnsOfPipe
    if let refusal = source.refusal {
      LastWords.write("statusd: \(refusal)")
      end(ExitStatus.usage)
      return
    }
    host.watchParent()
    source.begin { [weak self] in self?.look() }
    hook = host.loop.beforeLook { [weak self] in self?.look() }
  }

  /// Moves a manual clock until everything has been fetched.
  func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, !isSettled, let time = clock.timers.timeToNext { clock.advance(by: time) }
  }

  private var isSettled: Bool {
    source.update()
    return source.isSettled
  }

  func terminate(_ signal: CInt) { end(128 + signal) }
  func abandon() { end(1) }
  func close() { source.close() }

  /// The daemon whose table it is to print is gone.
  func lose(_ place: SharedPlace) {
    guard !isOver else { return }
    place.reportEnd()
    end(ExitStatus.daemonGone)
  }

  private func look() {
    guard !isOver, isSettled else { return }
    end(report(source.picture.rows()))
  }

  private func end(_ status: Int32) {
    guard !isOver else { return }
    isOver = true
    hook?.cancel()
    host.end(status)
  }

  /// - Returns: The exit status.
  private func report(_ rows: [TopRow]) -> Int32 {
    let table = TopTable(rows, room: columns)
    let lines = [table.heading] + rows.map { table.line(of: $0) }
    let text = lines.map { $0.rendered(columns: columns, isColoured: isColoured).withoutEnd }
    do throws(SystemError) {
      try StandardOutput.print(text.joined(separator: "\n"))
    } catch {
      guard error.errno != EPIPE else { return 0 }
      LastWords.write("statusd: \(error)")
      return ExitStatus.inputOutputError
    }
    return source.picture.worstStatus
  }
}

extension TopPicture {
  /// The exit status of the first failure without a value, else of the first over one; 0 without any.
  fileprivate var worstStatus: Int32 {
    let failed = screen.parts.filter { $0.failure != nil }
    let part = failed.first { $0.value == nil } ?? failed.first
    return (part?.failure ?? screen.place?.failure)?.failure.status.rawValue ?? 0
  }
}

extension String {
  /// The line without the spaces at its end.
  fileprivate var withoutEnd: String {
    var scalars = Substring(self).unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
