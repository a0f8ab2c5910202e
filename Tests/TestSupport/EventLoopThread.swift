import Glibc
package import Reactor
import Synchronization

/// The thread on which the daemon's loop turns in a test process: one, started by the first test that asks.
package enum EventLoopThread {
  private static let stops = Atomic<Int>(0)

  private static let started: Bool = {
    // As in the daemon: a peer that has gone is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // Loopback is not reached through a proxy that the machine may have set up.
    unsafe setenv("no_proxy", "*", 1)
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { _ in
        while true {
          LoopActor.shared.loop.run {}
          stops.add(1, ordering: .relaxed)
        }
      }, nil)
    return code == 0
  }()

  /// Has the loop turn; `@LoopActor` code of tests runs from then on.
  package static func start() {
    precondition(started, "no thread for the event loop")
  }

  /// How often the loop was stopped; it is run again each time.
  package static var timesStopped: Int { stops.load(ordering: .relaxed) }
}

extension EventLoop {
  /// Lets the loop turn once: what is due and what is ready has been handled when this returns.
  @LoopActor package func nextTurn() async {
    await withCheckedContinuation { continuation in
      // Timers come before watches, so the second timer is one whole turn later.
      timers.schedule(after: .zero) { [timers] in
        timers.schedule(after: .zero) { continuation.resume() }
      }
    }
  }

  /// Lets the loop turn until the condition holds, or until the test is cancelled, as its time limit does.
  @LoopActor package func turns(until condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await nextTurn() }
  }
}
