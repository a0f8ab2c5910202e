import CLinux
import CProcess
import Glibc

/// Reports when another process has ended, by pidfd_open(2): at once, without asking again and again, and
/// never of a later process with the same id.
///
/// A turn of the loop that lasts does not see it. Then ``LoopWatch`` ends this process, if that is to end with the other.
@LoopActor
package final class ProcessWatch {
  private let descriptor: CInt
  private var watch: Watch?
  /// Whether ``LoopWatch`` ends this process when the other one has ended.
  private let endsThisProcess: Bool

  /// nil for a process that is not visible from here: gone already, or in another namespace.
  package init?(
    _ process: Int, on loop: EventLoop, endsThisProcess: Bool = true, ended: @escaping @LoopActor () -> Void
  ) {
    guard let id = pid_t(exactly: process), id > 0 else { return nil }
    self.endsThisProcess = endsThisProcess
    descriptor = statusd_pidfd_open(id)
    guard descriptor >= 0 else { return nil }
    if endsThisProcess { statusd_depend(descriptor) }
    watch = loop.watch(descriptor, for: .readable) { [weak self] _ in
      self?.watch?.cancel()
      ended()
    }
  }

  isolated deinit {
    watch?.cancel()
    if endsThisProcess { statusd_be_independent(descriptor) }
    close(descriptor)
  }

  /// The process that started this one; 0 when it is in another namespace.
  package static var parent: Int { Int(getppid()) }

  /// Whether the process that started this one has ended, and another has taken its place as the parent.
  ///
  /// A process is in the session of the one that started it, unless it has begun a session of its own (setsid(2)).
  /// Where all processes are in one session, as in some containers, the answer is no.
  package static var hasStrangerAsParent: Bool {
    let own = getsid(0)
    guard own != getpid() else { return false }
    return getsid(getppid()) != own
  }
}
