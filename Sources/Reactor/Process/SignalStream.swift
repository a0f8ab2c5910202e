import CLinux
import Glibc

/// Signals as events of the loop, by signalfd(2); for those that end the process see ``TerminationSignals``.
@LoopActor
package final class SignalStream {
  private let descriptor: CInt
  private var watch: Watch?

  /// Has `signals` come through `received`.
  ///
  /// They are blocked for this thread and those it makes, so call it before there are others. SIGPIPE and
  /// SIGXFSZ are ignored: a reader that left and a file that may not grow are errors of `write`.
  package init(
    _ signals: [CInt], on loop: EventLoop, _ received: @escaping @LoopActor (CInt) -> Void
  ) throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = unsafe signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError("signalfd") }
    watch = loop.watch(descriptor, for: .readable) { [descriptor] _ in
      while let number = Self.next(from: descriptor) { received(number) }
    }
  }

  isolated deinit {
    watch?.cancel()
    close(descriptor)
  }

  private static func next(from descriptor: CInt) -> CInt? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    // SAFETY: the kernel writes whole signalfd_siginfo structures, and room for one is offered.
    let count = unsafe read(descriptor, &info, size)
    return count == size ? CInt(info.ssi_signo) : nil
  }
}
