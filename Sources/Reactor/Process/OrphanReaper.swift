import CProcess
import Glibc

/// Reaps the children that this process did not start, where orphans become its own: as process 1 of a container,
/// or as a subreaper.
///
/// A command may leave processes behind. Their parent is then this process, and nobody else can take their status:
/// they would stay as zombies.
@LoopActor
package final class OrphanReaper {
  private var signals: SignalStream?

  /// nil where orphans go to somebody else.
  package init?(on loop: EventLoop) throws(SystemError) {
    guard statusd_adopts_orphans() != 0 else { return nil }
    signals = try SignalStream([SIGCHLD], on: loop) { _ in Self.reap() }
    // Those that ended before; ours are left to whoever watches them.
    Self.reap()
  }

  /// Reaps whatever has ended; a program of ours has its end reported as always.
  static func reap() {
    while case let process = statusd_ended_child(), process > 0 {
      if let child = ChildProcess.present[process] {
        child.leaderEnded()
      } else {
        waitpid(process, nil, WNOHANG)
      }
    }
  }
}
