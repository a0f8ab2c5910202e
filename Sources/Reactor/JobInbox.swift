import CLinux
import DequeModule
import Glibc
import Synchronization

/// The queue of Swift concurrency's jobs for the loop: filled by any thread, emptied by the loop's.
final class JobInbox: Sendable {
  private let jobs = Mutex(Deque<UnownedJob>())
  /// An eventfd that is readable while a job from another thread waits; it lives as long as the process.
  let wakeUp: CInt

  init() {
    wakeUp = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(wakeUp >= 0, "eventfd: the process has no descriptor left at start")
  }

  var isEmpty: Bool {
    jobs.withLock(\.isEmpty)
  }

  /// Queues a job; `wakes` when the loop may be waiting, which is so for every thread but its own.
  func append(_ job: UnownedJob, wakes: Bool) {
    jobs.withLock { $0.append(job) }
    if wakes { _ = eventfd_write(wakeUp, 1) }
  }

  func clearWakeUp() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(wakeUp, &count)
  }

  /// Runs jobs in order until none is left, those that they queue included.
  func runJobs(on loop: EventLoop) {
    while let job = jobs.withLock({ $0.popFirst() }) {
      // SAFETY: every job was handed to `enqueue` once and is popped, so run, once.
      unsafe job.runSynchronously(
        isolatedTo: loop.asUnownedSerialExecutor(), taskExecutor: loop.asUnownedTaskExecutor())
    }
  }
}
