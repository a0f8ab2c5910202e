import Glibc
import Logging
import Reactor

/// What a host runs: serving a client, or making one call.
@LoopActor
protocol Guest: AnyObject {
  /// Ends in good order because of a signal.
  func terminate(_ signal: CInt)

  /// Ends soon because the client has gone.
  func abandon()

  /// Does what is left to do after the loop has ended: has the store write what waits.
  func close()
}

extension Guest {
  /// How long the end of a command that a person or a script waits for waits for a slow disk.
  static var patienceForStore: Duration { .seconds(10) }
}

/// The process around a guest: the loop, signals, the parent process, and the end of child processes.
@LoopActor
final class Host {
  /// How long running commands have to end by themselves when the process ends.
  nonisolated private static let exitGrace = Duration.milliseconds(200)

  let loop: EventLoop
  let logger: Logger
  private var guest: (any Guest)?
  private var signals: TerminationSignals?
  /// Takes the status of orphans, if the system gives them to this process.
  private var reaper: OrphanReaper?
  /// The parent process, and the processes that the guest has named.
  private var watched: [ProcessWatch] = []
  private var status: Int32 = 0

  /// Runs a guest until it has ended, on the calling thread.
  ///
  /// - Parameter invite: Makes the guest, on the loop.
  /// - Returns: The exit status of the process: 71 if the guest cannot be made or signals cannot be received, and a
  ///   line on standard error says why.
  nonisolated static func run(
    logger: Logger, _ invite: @LoopActor (Host) throws(SystemError) -> any Guest
  ) -> Int32 {
    ResidentMemory.returnLargeBlocks()
    let loop = LoopActor.shared.loop
    let host: Host
    do throws(SystemError) {
      host = try loop.run { () throws(SystemError) in
        let host = Host(loop, logger)
        try host.begin(invite)
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
      host.guest?.close()
      return host.status
    }
  }

  private init(_ loop: EventLoop, _ logger: Logger) {
    self.loop = loop
    self.logger = logger
  }

  private func begin(_ invite: @LoopActor (Host) throws(SystemError) -> any Guest) throws(SystemError) {
    signals = try TerminationSignals(on: loop) { [weak self] in self?.received($0) }
    reaper = try OrphanReaper(on: loop)
    watchTurns()
    guest = try invite(self)
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

  /// Stops the loop because the guest has ended.
  ///
  /// - Parameter status: The exit status of the process.
  func end(_ status: Int32) {
    self.status = status
    loop.stop()
  }

  /// Abandons the guest when a process ends, even if another process still holds the input open.
  ///
  /// A process that this one cannot see is not watched.
  func watch(_ process: Int) {
    let watch = ProcessWatch(process, on: loop) { [weak self] in self?.guest?.abandon() }
    if let watch {
      watched.append(watch)
    } else {
      logger.debug("not watched", metadata: ["process": "\(process)"])
    }
  }

  /// Abandons the guest when the process that started this one ends, or if it has ended before this one was ready.
  func watchParent() {
    let parent = ProcessWatch.parent
    watch(parent)
    guard ProcessWatch.hasStrangerAsParent || ProcessWatch.parent != parent else { return }
    // The guest is about to be made.
    loop.onNextTurn { [weak self] in self?.guest?.abandon() }
  }

  /// The first signal ends the guest in good order.
  ///
  /// A second one is not seen here: it ends the process at once.
  private func received(_ signal: CInt) {
    guard TerminationSignals.draining.contains(signal) else {
      TerminationSignals.die(of: signal, grace: Self.exitGrace)
    }
    guest?.terminate(signal)
  }

  /// The guest cannot go on because the system fails it: a line on standard error says so.
  func fail(_ error: SystemError, status: CInt) {
    LastWords.write("statusd: \(error)")
    end(status)
  }
}
