import CLinux
import Glibc

/// A process that this one has not started.
package enum ForeignProcess {
  /// Waits until it has ended, and so long at most.
  ///
  /// - Returns: Whether it has ended, or is not to be seen from here.
  package static func waitForEnd(of process: Int, within limit: Duration) -> Bool {
    let descriptor = statusd_pidfd_open(pid_t(clamping: process))
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, limit.waitMilliseconds) == 1
  }
}
