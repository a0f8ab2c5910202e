import Glibc
import Logging
import Reactor

/// What a host runs: serving a client, making one call, watching a resource.
@LoopActor
protocol Guest: AnyObject {
  /// Ends in good order because of a signal.
  func terminate(_ signal: CInt)

  /// Ends soon because the client has gone.
  func abandon()

  /// Does what is left to do once the guest has ended, or the loop: has the store write what waits.
  func close()
}

extension Guest {
  /// How long the end of a command that a person or a script waits for waits for a slow disk.
  static var patienceForStore: Duration { .seconds(10) }
}

/// The process around its guests: the loop, signals, the parent process, and the end of child processes.
///
/// Guests come and go; the process ends when the last one has left, or when one ends it.
@LoopActor
final class Host {
  /// How long running commands have to end by themselves when the process ends.
  nonisolated private static let exitGrace = Duration.milliseconds(200)

  let loop: EventLoop
  let logger: Logger
  private let guests = Guests()
  private var signals: TerminationSignals?
  /// Takes the status of orphans, if the system gives them to this process.
  private var reaper: OrphanReaper?
  /// The parent process, and the processes that guests have named.
  private var watched: [ProcessWatch] = []
  private var status: Int32 = 0

  /// Runs a guest, and those that it brings in, until all have ended, on the calling thread.
  ///
  /// - Parameters:
  ///   - watchesTurns: Whether a turn that lasts is noticed; false for a loop that does nothing but wait, for which the
  ///     thread of the watch is much.
  ///   - invite: Makes the first guest, on the loop.
  /// - Returns: The exit status of the process: 71 if the guest cannot be made or signals cannot be received, and a
  ///   line on standard error says why.
  nonisolated static func run(
    logger: Logger, watchesTurns: Bool = true, _ invite: @LoopActor (Host) throws(SystemError) -> any Guest
  ) -> Int32 {
    ResidentMemory.returnLargeBlocks()
    let loop = LoopActor.shared.loop
    let host: Host
    do throws(SystemError) {
      host = try loop.run { () throws(SystemError) in
        let host = Host(loop, logger)
        try host.begin(watchesTurns: watchesTurns, invite)
        return host
      }
    } catch {
      LastWords.write("statusd: cannot start: \(error)")
      return ExitStatus.systemError
    }
    // The store may take its time, and the next signal ends the process.
    LoopWatch.stop()
    return LoopActor.assumeIsolated {
      ChildProcess.endAll(grace: exitGrace)
      for guest in host.guests.all { guest.close() }
      return host.status
    }
  }

  private init(_ loop: EventLoop, _ logger: Logger) {
    self.loop = loop
    self.logger = logger
  }

  private func begin(
    watchesTurns: Bool, _ invite: @LoopActor (Host) throws(SystemError) -> any Guest
  ) throws(SystemError) {
    signals = try TerminationSignals(on: loop) { [weak self] in self?.received($0) }
    reaper = try OrphanReaper(on: loop)
    if watchesTurns { watchTurns() }
    add(try invite(self))
  }

  /// Takes in another guest.
  func add(_ guest: any Guest) {
    guests.add(guest)
  }

  /// A guest has ended; the process ends with the last one.
  ///
  /// - Parameter status: The exit status of the process, if this was the last guest.
  func leave(_ guest: any Guest, status: Int32) {
    if guests.leave(guest) { end(status) }
  }

  private func watchTurns() {
    let logger = logger
    do throws(SystemError) {
      try LoopWatch.start { turn in
        logger.report(turn)
        // The process ends with the next line of the one who calls.
        if turn.isEnd { StandardErrorLog.flush(within: .milliseconds(200)) }
      }
    } catch {
      logger.warning("nobody notices a loop that hangs", metadata: ["error": "\(error)"])
    }
  }

  /// Stops the loop, whoever is still there.
  ///
  /// - Parameter status: The exit status of the process.
  func end(_ status: Int32) {
    self.status = status
    loop.stop()
  }

  /// Abandons a guest when a process ends, even if another process still holds the input open.
  ///
  /// A process that this one cannot see is not watched.
  func watch(_ process: Int, for guest: any Guest) {
    watch(process) { [weak guest] in guest?.abandon() }
  }

  private func watch(_ process: Int, _ onEnd: @escaping @LoopActor () -> Void) {
    if let watch = ProcessWatch(process, on: loop, ended: onEnd) {
      watched.append(watch)
    } else {
      logger.debug("not watched", metadata: ["process": "\(process)"])
    }
  }

  /// Abandons every guest when the process that started this one ends, or if it has ended before this one was ready.
  func watchParent() {
    let parent = ProcessWatch.parent
    watch(parent) { [weak self] in self?.abandonAll() }
    guard ProcessWatch.hasStrangerAsParent || ProcessWatch.parent != parent else { return }
    // The guest is about to be made.
    loop.onNextTurn { [weak self] in self?.abandonAll() }
  }

  private func abandonAll() {
    for guest in guests.all { guest.abandon() }
  }

  /// The first signal ends the guests in good order.
  ///
  /// A second one is not seen here: it ends the process at once.
  private func received(_ signal: CInt) {
    guard TerminationSignals.draining.contains(signal) else {
      TerminationSignals.die(of: signal, grace: Self.exitGrace)
    }
    for guest in guests.all { guest.terminate(signal) }
  }

  /// The process cannot go on because the system fails it: a line on standard error says so.
  func fail(_ error: SystemError, status: CInt) {
    LastWords.write("statusd: \(error)")
    end(status)
  }
}
