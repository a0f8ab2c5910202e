import CProcess
import Glibc
import Synchronization

/// The daemon's only loop: it waits in epoll(7) for descriptors, timers and jobs, and runs what is due.
///
/// One turn: run the jobs that are queued and what was put off to this turn, call the hooks of the turn's end,
/// flush the output, wait, fire the timers that are due, call the watches that are ready.
package final class EventLoop: @unchecked Sendable {
  // Unchecked, because the fields fall in two groups that need no lock of the class's own: those isolated
  // to LoopActor, and the two below that are safe by themselves.
  let inbox = JobInbox()
  let owner = ThreadOwner()

  /// Timers on the system's clock, fired by this loop.
  package let timers = TimerQueue(source: SystemTime())
  @LoopActor private let table = WatchTable()
  /// Of the inbox's eventfd.
  @LoopActor private var wakeUp: Watch?
  @LoopActor private let endOfTurn = HookList()
  @LoopActor private let beforeLook = HookList()
  /// Where every stream of this loop reads, one after the other.
  @LoopActor private(set) var readBuffer = ReadBuffer(InputStream.usualCapacity)
  @LoopActor private var putOff: [@LoopActor () -> Void] = [] {
    didSet { hasPutOff = !putOff.isEmpty }
  }
  /// Kept beside the list, which is not to be had without a check of exclusive access: every turn asks twice.
  @LoopActor private var hasPutOff = false
  /// Whether the present turn is the last.
  @LoopActor package var isStopped: Bool { isLastTurn }
  // Private, because a property that other modules can see is checked for exclusive access wherever it is read.
  @LoopActor private var isLastTurn = false

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
      isLastTurn = false
      statusd_turn_begins()
      do throws(SystemError) { try open() } catch { fail(error) }
      let root = try setUp()
      while !isLastTurn { turn() }
      return root
    }
  }

  @LoopActor private func open() throws(SystemError) {
    try inbox.open()
    try table.open()
    guard wakeUp == nil else { return }
    wakeUp = watch(inbox.wakeUp, for: .readable) { [inbox] _ in inbox.clearWakeUp() }
  }

  @LoopActor private func fail(_ error: SystemError) {
    isLastTurn = true
    onFailure(error)
  }

  /// Ends ``run(_:)`` when the present turn is over.
  @LoopActor package func stop() {
    isLastTurn = true
  }

  /// Calls `action` at the end of every turn, until the hook is cancelled.
  @LoopActor package func atEndOfTurn(_ action: @escaping @LoopActor () -> Void) -> LoopHook {
    endOfTurn.add(action)
  }

  /// Limits what a stream of the usual capacity that starts from now on reads in a turn: the others wait while it is
  /// handled.
  @LoopActor package func limitReads(to bytes: Int) {
    readBuffer = ReadBuffer(bytes)
  }

  /// Makes a hook that is called at the end of the turns in which it was marked, until it is cancelled.
  ///
  /// - Parameter action: May be given later with ``LoopHook/onMarked(_:)``, so that an object whose own method it calls
  ///   can keep the hook in a constant.
  @LoopActor package func atEndOfMarkedTurns(_ action: (@LoopActor () -> Void)? = nil) -> LoopHook {
    endOfTurn.makeMarkable(action)
  }

  /// The same before the loop looks at its descriptors.
  @LoopActor package func beforeMarkedLooks(_ action: @escaping @LoopActor () -> Void) -> LoopHook {
    beforeLook.makeMarkable(action)
  }

  /// Calls `action` each time before the loop looks at its descriptors, until the hook is cancelled.
  ///
  /// That is at the end of every turn, after the hooks of ``atEndOfTurn(_:)``, and in ``pollWithoutWaiting()``.
  @LoopActor package func beforeLook(_ action: @escaping @LoopActor () -> Void) -> LoopHook {
    beforeLook.add(action)
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
    while hasPutOff { runPutOff() }
  }

  @LoopActor private func runPutOff() {
    guard hasPutOff else { return }
    let due = putOff
    putOff = []
    for action in due {
      statusd_enter_other()
      action()
    }
  }

  /// Calls `ready` whenever one of `events` holds for `descriptor`, until the watch is cancelled.
  @LoopActor package func watch(
    _ descriptor: CInt, for events: Readiness, ready: @escaping @LoopActor (Readiness) -> Void
  ) -> Watch {
    table.add(descriptor, for: events, ready: ready)
  }

  /// Every watch that is not cancelled.
  @LoopActor var watches: [Watch] { table.all }

  /// Has `action` called on the loop, on a later turn; from any thread.
  package func post(_ action: @escaping @LoopActor @Sendable () -> Void) {
    inbox.append(action, wakes: !owner.isCurrent)
  }

  /// Looks at the descriptors and the system's timers in the middle of something that takes long, and calls the
  /// handlers of those that are ready; a handler that is running is not called again from within itself.
  @LoopActor package func pollWithoutWaiting() {
    look(waiting: false)
  }
}

// MARK: Turning

extension EventLoop {
  @LoopActor private func turn() {
    inbox.run(on: self)
    runPutOff()
    endOfTurn.call()
    if !isLastTurn { look(waiting: true) }
  }

  /// Whether a hook was marked after its place in this turn.
  @LoopActor private var hasMarked: Bool { endOfTurn.hasMarked || beforeLook.hasMarked }

  /// Flushes the output, waits for descriptors if asked to, and then fires the timers that are due and calls the
  /// watches that are ready.
  @LoopActor private func look(waiting: Bool) {
    beforeLook.call()
    guard !isLastTurn else { return }
    let waits = waiting && inbox.isEmpty && !hasPutOff && !hasMarked && !table.isAlwaysReady
    statusd_turn_ends()
    let failure = table.wait(milliseconds: waits ? timers.millisecondsToNext() : 0)
    statusd_turn_begins()
    if let failure { return fail(failure) }
    timers.fireDue()
    if let error = table.dispatch() { fail(error) }
  }
}
