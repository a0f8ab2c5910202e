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
  /// What `poll` is given: the inbox, and then each watch at its slot, one further.
  @LoopActor private var polled: [pollfd] = []
  @LoopActor private var cancelledCount = 0
  @LoopActor private var mustDropCancelled = false
  /// How many handlers have descriptors looked at, one inside the other.
  @LoopActor private var depth = 0
  @LoopActor private var endOfTurn: [EndOfTurn] = []
  @LoopActor private var putOff: [@LoopActor () -> Void] = []
  /// Whether the present turn is the last.
  @LoopActor package private(set) var isStopped = false

  /// Called when the loop cannot go on, after which it stops.
  ///
  /// Unless set, the commands that run are ended, and a line on standard error and status 71 end the process.
  @LoopActor package var onFailure: @LoopActor (SystemError) -> Void = { error in
    ChildProcess.endAll(grace: .zero)
    LastWords.exit(ExitStatus.systemError, "statusd: \(error)")
  }

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
      do throws(SystemError) { try inbox.open() } catch { fail(error) }
      let root = try setUp()
      while !isStopped { turn() }
      return root
    }
  }

  @LoopActor private func fail(_ error: SystemError) {
    isStopped = true
    onFailure(error)
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
    let watch = Watch(descriptor: descriptor, events: events, slot: watches.count, loop: self, ready: ready)
    watches.append(watch)
    if polled.isEmpty { polled = [pollfd(fd: -1, events: Int16(POLLIN), revents: 0)] }
    polled.append(pollfd(fd: descriptor, events: events.rawValue, revents: 0))
    return watch
  }

  /// A watch that was cancelled or waits for other events.
  @LoopActor func watchDidChange(_ watch: Watch) {
    let index = watch.slot + 1
    polled[index].events = watch.events.rawValue
    guard watch.isCancelled else { return }
    // The number may soon belong to another file; poll(2) passes over negative ones.
    polled[index].fd = -1
    polled[index].revents = 0
    cancelledCount += 1
  }

  /// Has `action` called on the loop, on a later turn; from any thread.
  package func post(_ action: @escaping @LoopActor @Sendable () -> Void) {
    inbox.append(action, wakes: !owner.isCurrent)
  }

  /// Looks at the descriptors and the system's timers in the middle of something that takes long, and calls the
  /// handlers of those that are ready; a handler that is running is not called again from within itself.
  @LoopActor package func pollWithoutWaiting() {
    look(within: 0)
  }
}

// MARK: Turning

extension EventLoop {
  @LoopActor private func turn() {
    inbox.run(on: self)
    runPutOff()
    for hook in endOfTurn { hook.flush?() }
    if endOfTurn.contains(where: { $0.flush == nil }) { endOfTurn.removeAll { $0.flush == nil } }
    guard !isStopped else { return }
    dropCancelled()
    look(within: inbox.isEmpty && putOff.isEmpty ? timers.millisecondsToNext() : 0)
  }

  /// Waits for descriptors for so many milliseconds, then fires the timers that are due and calls the watches that
  /// are ready.
  @LoopActor private func look(within milliseconds: CInt) {
    if polled.isEmpty { polled = [pollfd(fd: -1, events: Int16(POLLIN), revents: 0)] }
    polled[0].fd = inbox.wakeUp
    let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
    if count <= 0 {
      let code = errno
      // Interrupted by a signal, or nothing ready: no result may be left over from an earlier turn.
      for index in polled.indices { polled[index].revents = 0 }
      // Cancelled watches count against the limit of descriptors as well: without them there is room again.
      if count < 0, code == EINVAL, cancelledCount > 0 {
        mustDropCancelled = true
        return
      }
      // Anything else would come back at once and for ever: a limit of descriptors below those that are open.
      if count < 0, code != EINTR, code != EAGAIN { return fail(SystemError("poll", errno: code)) }
    }
    depth += 1
    timers.fireDue()
    dispatch()
    depth -= 1
  }

  /// Calls the watches that are ready; one that an earlier handler of this turn cancelled is passed over.
  @LoopActor private func dispatch() {
    if polled[0].revents & Int16(POLLNVAL) != 0 { return fail(SystemError("eventfd", errno: EBADF)) }
    if polled[0].revents != 0 { inbox.clearWakeUp() }
    // A handler may add watches: they stand behind those of this turn and are not looked at.
    for index in 1..<polled.count where polled[index].revents != 0 {
      let watch = watches[index - 1]
      guard !watch.isBusy else { continue }
      let found = Readiness(rawValue: polled[index].revents)
      polled[index].revents = 0
      watch.handle(found)
      // It would be reported over and over.
      if found.contains(.invalid), !watch.isCancelled { return fail(SystemError("poll", errno: EBADF)) }
    }
  }

  /// Cancelled watches stay where they are until they are most of all, and nobody goes through the list.
  @LoopActor private func dropCancelled() {
    guard depth == 0, mustDropCancelled || cancelledCount > 16 && cancelledCount > watches.count / 2 else {
      return
    }
    mustDropCancelled = false
    watches.removeAll(where: \.isCancelled)
    polled.removeSubrange(1...)
    for (slot, watch) in watches.enumerated() {
      watch.slot = slot
      polled.append(pollfd(fd: watch.descriptor, events: watch.events.rawValue, revents: 0))
    }
    cancelledCount = 0
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
