import Glibc
import Synchronization

/// The daemon's only loop: it waits in `poll(2)` for descriptors, timers and jobs, and runs what is due.
///
/// `poll` and not `epoll`, because standard input may be a regular file, which `epoll` refuses.
///
/// One turn: run the jobs that are queued and what was put off to this turn, let ``atEndOfTurn(_:)``'s closures flush what the turn produced,
/// wait, fire the timers that are due, call the watches that are ready.
package final class EventLoop: @unchecked Sendable {
  // Unchecked, because the fields fall in two groups that need no lock of the class's own: those isolated
  // to LoopActor, and the two below that are safe by themselves.
  let inbox = JobInbox()
  let owner = ThreadOwner()

  /// Timers on the system's clock, fired by this loop.
  @LoopActor package private(set) lazy var timers = TimerQueue(source: SystemTime())
  @LoopActor private(set) var watches: [Watch] = []
  @LoopActor private var polled: [pollfd] = []
  @LoopActor private var watchesChanged = true
  @LoopActor private var endOfTurn: [EndOfTurn] = []
  @LoopActor private var putOff: [@LoopActor () -> Void] = []
  @LoopActor private var isStopped = false

  package init() {}

  /// Takes the calling thread, runs `setUp` on it and then turns until ``stop()``.
  ///
  /// - Returns: What `setUp` made, which has lived as long as the loop turned.
  package func run<Root: Sendable, Failure: Error>(
    _ setUp: @LoopActor () throws(Failure) -> Root
  ) throws(Failure) -> Root {
    owner.claim()
    return try LoopActor.assumeIsolated { () throws(Failure) -> Root in
      isStopped = false
      let root = try setUp()
      while !isStopped { turn() }
      return root
    }
  }

  /// Ends ``run(_:)`` when the present turn is over.
  @LoopActor package func stop() {
    isStopped = true
  }

  /// Has `flush` called at the end of every turn, before the loop waits, until the hook is cancelled.
  @LoopActor package func atEndOfTurn(_ flush: @escaping @LoopActor () -> Void) -> EndOfTurn {
    let hook = EndOfTurn(flush)
    endOfTurn.append(hook)
    return hook
  }

  /// Calls `action` once, on the next turn: later than now, and without waiting for anything.
  @LoopActor package func onNextTurn(_ action: @escaping @LoopActor () -> Void) {
    putOff.append(action)
  }

  /// Does at once what was put off to the next turn, and what that puts off, until there is none.
  ///
  /// With it one thing that has happened can be seen to its end before the next: it is what makes manual time
  /// exact. Swift's jobs are left to the turn: nothing in the daemon is one.
  @LoopActor package func runUntilIdle() {
    while !putOff.isEmpty { runPutOff() }
  }

  @LoopActor private func runPutOff() {
    let due = putOff
    putOff = []
    for action in due { action() }
  }

  /// Calls `ready` whenever one of `events` holds for `descriptor`, until the watch is cancelled.
  @LoopActor package func watch(
    _ descriptor: CInt, for events: Readiness, ready: @escaping @LoopActor (Readiness) -> Void
  ) -> Watch {
    let watch = Watch(descriptor: descriptor, events: events, loop: self, ready: ready)
    watches.append(watch)
    watchesChanged = true
    return watch
  }

  /// A watch that was cancelled or waits for other events: the poll set is built anew before the next wait.
  @LoopActor func watchDidChange() {
    watchesChanged = true
  }

  @LoopActor private func turn() {
    inbox.runJobs(on: self)
    runPutOff()
    for hook in endOfTurn { hook.flush?() }
    if endOfTurn.contains(where: { $0.flush == nil }) { endOfTurn.removeAll { $0.flush == nil } }
    guard !isStopped else { return }
    wait()
    timers.fireDue()
    dispatch()
  }

  @LoopActor private func wait() {
    if watchesChanged { rebuildPollSet() }
    let timeout = inbox.isEmpty && putOff.isEmpty ? timers.millisecondsToNext() : 0
    let count = unsafe poll(&polled, nfds_t(polled.count), timeout)
    // Interrupted by a signal, or nothing ready: no result may be left over from an earlier turn.
    if count <= 0 { for index in polled.indices { polled[index].revents = 0 } }
  }

  @LoopActor private func rebuildPollSet() {
    watches.removeAll { $0.isCancelled }
    polled = [pollfd(fd: inbox.wakeUp, events: Int16(POLLIN), revents: 0)]
    polled += watches.map { pollfd(fd: $0.descriptor, events: $0.events.rawValue, revents: 0) }
    watchesChanged = false
  }

  /// Calls the watches that are ready; one that an earlier handler of this turn cancelled is passed over.
  @LoopActor private func dispatch() {
    if polled[0].revents != 0 { inbox.clearWakeUp() }
    // A handler may add watches: they stand behind those of this turn and are not looked at.
    for index in 1..<polled.count where polled[index].revents != 0 {
      let watch = watches[index - 1]
      if !watch.isCancelled { watch.ready(Readiness(rawValue: polled[index].revents)) }
    }
  }
}

/// Something that is called at the end of every turn of the loop.
@LoopActor
package final class EndOfTurn {
  fileprivate private(set) var flush: (@LoopActor () -> Void)?

  fileprivate init(_ flush: @escaping @LoopActor () -> Void) {
    self.flush = flush
  }

  package func cancel() {
    flush = nil
  }
}
