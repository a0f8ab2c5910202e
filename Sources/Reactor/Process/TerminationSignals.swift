import CLinux
import CProcess
import Glibc

/// The signals that end a process: the first is an event of the loop, the second ends the process at once.
///
/// A handler catches them, and not signalfd(2): a loop that hangs, in a write to a terminal that takes nothing,
/// reads no descriptor. The handler then kills the commands that run and ends the process with 128 plus the
/// number of the signal.
@LoopActor
package final class TerminationSignals {
  /// Those by which a session ends in good order; SIGHUP unless nohup(1) has the process ignore it.
  package static let draining = [SIGTERM, SIGINT, SIGHUP]
  /// Those that end the process by default and have no other meaning here.
  ///
  /// The commands that run must end first, and then the process: ``die(of:grace:)``.
  package static let fatal = [
    SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGPWR, SIGSTKFLT,
  ]

  private let descriptor: CInt
  private var watch: Watch?

  /// Has the first of ``draining`` and ``fatal`` come through `received`, on a later turn.
  ///
  /// Once in a process. It lives as long as the process: there is no way back to the signals' defaults but
  /// ``die(of:grace:)``. SIGPIPE and SIGXFSZ are ignored: a reader that left and a file that may not grow are errors of
  /// `write`.
  package init(on loop: EventLoop, _ received: @escaping @LoopActor (CInt) -> Void) throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError("eventfd") }
    watch = loop.watch(descriptor, for: .readable) { [descriptor] _ in
      var count: eventfd_t = 0
      _ = unsafe eventfd_read(descriptor, &count)
      let caught = statusd_caught()
      for number in CInt(1)...63 where caught >> UInt64(number) & 1 == 1 { received(number) }
    }
    let signals = Self.draining + Self.fatal
    // SAFETY: the numbers are read during the call.
    let code = unsafe statusd_catch(signals, CInt(signals.count), descriptor)
    guard code == 0 else { throw SystemError("sigaction", errno: code) }
  }

  /// Ends the process as that signal does by default, so that whoever waits for it sees the cause; the commands that
  /// run end first, within `grace`.
  package static func die(of number: CInt, grace: Duration) -> Never {
    ChildProcess.endAll(grace: grace)
    statusd_die(number)
  }
}
