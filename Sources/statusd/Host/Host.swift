import Glibc
import Logging
import Reactor

/// What the host runs until it says that it has ended: serving a client, or making a call.
@LoopActor
protocol Guest: AnyObject {
  /// A signal asks for the end in good order.
  func terminate(_ signal: CInt)

  /// Whoever asked for it has gone.
  func abandon()
}

/// The process around a guest: its loop, its signals, its parent, and the end of its children.
@LoopActor
final class Host {
  /// What running commands are given to end by themselves when the process does.
  nonisolated private static let exitGrace = Duration.milliseconds(200)

  let loop: EventLoop
  let logger: Logger
  private var guest: (any Guest)?
  private var signals: TerminationSignals?
  /// Of children that are not ours, where the system gives them to this process.
  private var reaper: OrphanReaper?
  /// The parent, and processes that the guest has named.
  private var watched: [ProcessWatch] = []
  private var status: Int32 = 0

  /// Runs a guest until it has ended; the calling thread becomes the loop's.
  ///
  /// - Parameter invite: Makes the guest, on the loop.
  /// - Returns: The process's exit status.
  /// - Throws: ``SystemError`` when the signals cannot be had, or what `invite` throws.
  nonisolated static func run(
    logger: Logger, _ invite: @LoopActor (Host) throws(SystemError) -> any Guest
  ) throws(SystemError) -> Int32 {
    ResidentMemory.returnLargeBlocks()
    let loop = LoopActor.shared.loop
    let host = try loop.run { () throws(SystemError) in
      let host = Host(loop, logger)
      try host.begin(invite)
      return host
    }
    return LoopActor.assumeIsolated {
      ChildProcess.endAll(grace: exitGrace)
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
    guest = try invite(self)
  }

  /// The guest has ended.
  func end(_ status: Int32) {
    self.status = status
    loop.stop()
  }

  /// Has the guest abandoned when that process ends, even if another still holds the input open; one that
  /// cannot be seen from here is not watched.
  func watch(_ process: Int) {
    let watch = ProcessWatch(process, on: loop) { [weak self] in self?.guest?.abandon() }
    if let watch {
      watched.append(watch)
    } else {
      logger.debug("not watched", metadata: ["process": "\(process)"])
    }
  }

  /// The first signal that asks for the end ends the guest in good order; a second one is not seen here, it ends
  /// the process at once.
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
