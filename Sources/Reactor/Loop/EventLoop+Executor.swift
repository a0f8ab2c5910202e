import Glibc
import Synchronization

/// The loop as the executor of ``LoopActor`` and of tasks that prefer it.
///
/// Both conformances are needed: with the serial one alone, a continuation that is resumed goes through the
/// global pool first and comes back from another thread.
extension EventLoop: SerialExecutor, TaskExecutor {
  package func enqueue(_ job: consuming ExecutorJob) {
    inbox.append(UnownedJob(job), wakes: !owner.isCurrent)
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    unsafe UnownedTaskExecutor(ordinary: self)
  }

  package func checkIsolated() {
    precondition(owner.isCurrent, "this code runs on the event loop's thread only")
  }

  package func isIsolatingCurrentContext() -> Bool? {
    owner.isCurrent
  }
}

/// Which thread the loop runs on.
final class ThreadOwner: Sendable {
  /// The thread's `pthread_t`, 0 before the loop was first run.
  private let thread = Atomic<UInt>(0)

  func claim() {
    thread.store(pthread_self(), ordering: .releasing)
  }

  var isCurrent: Bool {
    thread.load(ordering: .acquiring) == pthread_self()
  }
}
