import CLinux
import DequeModule
import Glibc
import Synchronization

/// What other threads have the loop do: jobs of Swift concurrency, and actions.
///
/// Any thread fills it, the loop's empties it.
final class JobInbox: Sendable {
  private enum Entry: Sendable {
    case job(UnownedJob)
    case action(@LoopActor @Sendable () -> Void)
  }

  private let entries = Mutex(Deque<Entry>())
  /// Whether there may be entries: every turn asks twice, and takes the lock only for what there is.
  private let hasEntries = Atomic<Bool>(false)
  /// An eventfd that is readable while something from another thread waits; -1 until ``open()``.
  ///
  /// It lives as long as the process.
  private let descriptor = Atomic<CInt>(-1)

  var wakeUp: CInt { descriptor.load(ordering: .acquiring) }

  /// Makes the eventfd, once; what waits before is found by the loop's first turn.
  func open() throws(SystemError) {
    guard wakeUp < 0 else { return }
    let made = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard made >= 0 else { throw SystemError("eventfd") }
    descriptor.store(made, ordering: .releasing)
  }

  var isEmpty: Bool { !hasEntries.load(ordering: .acquiring) }

  /// Queues a job; `wakes` when the loop may be waiting, which is so for every thread but its own.
  func append(_ job: UnownedJob, wakes: Bool) {
    append(.job(job), wakes: wakes)
  }

  func append(_ action: @escaping @LoopActor @Sendable () -> Void, wakes: Bool) {
    append(.action(action), wakes: wakes)
  }

  private func append(_ entry: Entry, wakes: Bool) {
    entries.withLock {
      $0.append(entry)
      hasEntries.store(true, ordering: .releasing)
    }
    if wakes { _ = eventfd_write(wakeUp, 1) }
  }

  func clearWakeUp() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(wakeUp, &count)
  }

  /// Runs what waits, in order, until nothing is left, and what is queued meanwhile too.
  @LoopActor func run(on loop: EventLoop) {
    while !isEmpty, let entry = next() {
      switch entry {
      case .action(let action): action()
      case .job(let job):
        // SAFETY: every job was handed to `enqueue` once and is popped, so run, once.
        unsafe job.runSynchronously(
          isolatedTo: loop.asUnownedSerialExecutor(), taskExecutor: loop.asUnownedTaskExecutor())
      }
    }
  }

  /// The first entry; nonisolated, so that the closure is no closure of the actor's, which would check its thread.
  private nonisolated func next() -> Entry? {
    entries.withLock {
      let entry = $0.popFirst()
      if $0.isEmpty { hasEntries.store(false, ordering: .releasing) }
      return entry
    }
  }
}
