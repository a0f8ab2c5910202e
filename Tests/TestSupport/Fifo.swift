import Foundation
import Glibc

/// A named pipe that programs write to; its end comes when the last of those that hold it has gone.
package final class Fifo {
  package let path: String
  private let reader: InputEnd

  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "statusd-\(UUID())").path
    guard unsafe mkfifo(path, 0o600) == 0 else { throw DaemonError("no named pipe at \(path)") }
    // Non-blocking, since opening would wait for a writer.
    reader = InputEnd(unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
  }

  deinit {
    unsafe unlink(path)
  }

  /// Whether something was written that was not read yet.
  package var isReady: Bool {
    var watched = pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, 0) == 1 && watched.revents & Int16(POLLIN) != 0
  }

  /// The next line; nil at the end.
  package func line() throws -> String? {
    try reader.lineOrEnd()
  }
}
