import Glibc
import Reactor

/// The thread on which the daemon's loop turns in a test process: one, started by the first test that asks.
package enum EventLoopThread {
  private static let started: Bool = {
    // As in the daemon: a peer that has gone is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // Loopback is not reached through a proxy that the machine may have set up.
    unsafe setenv("no_proxy", "*", 1)
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { _ in
        LoopActor.shared.loop.run {}
        return nil
      }, nil)
    return code == 0
  }()

  /// Has the loop turn; `@LoopActor` code of tests runs from then on.
  package static func start() {
    precondition(started, "no thread for the event loop")
  }
}
