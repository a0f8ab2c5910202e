import Glibc
package import Logging
package import Reactor

/// The daemon as a process has it: one client on the standard streams, everything on one loop.
@LoopActor
package final class Daemon {
  /// What running commands are given to end by themselves when the daemon does.
  nonisolated static let exitGrace = Duration.milliseconds(200)

  private let connection: Connection
  private let loop: EventLoop
  private let logger: Logger
  private var signals: SignalStream?
  /// The parent, and the client that `initialize` or the command line named.
  private var watched: [ProcessWatch] = []
  private var status: Int32 = 0

  /// Serves the client until it has gone.
  ///
  /// The calling thread becomes the loop's.
  /// - Returns: The process's exit status.
  /// - Throws: ``SystemError`` when the streams or the signals cannot be had.
  package nonisolated static func serve(
    _ configuration: Configuration, logger: Logger
  ) throws(SystemError) -> Int32 {
    ResidentMemory.returnLargeBlocks()
    let streams = try StandardStreams.take()
    let loop = LoopActor.shared.loop
    let daemon = try loop.run { () throws(SystemError) in
      try Daemon(streams, configuration, logger, loop)
    }
    return LoopActor.assumeIsolated {
      ChildProcess.endAll(grace: exitGrace)
      return daemon.status
    }
  }

  private init(
    _ streams: StandardStreams, _ configuration: Configuration, _ logger: Logger, _ loop: EventLoop
  ) throws(SystemError) {
    self.loop = loop
    self.logger = logger
    let services = Services(configuration, loop: loop, logger: logger)
    connection = Connection(streams: streams, services: services, configuration: configuration, loop: loop)
    connection.ended = { [weak self] status in
      self?.status = status
      loop.stop()
    }
    connection.namedClient = { [weak self] in self?.watch($0) }
    signals = try SignalStream([SIGTERM, SIGINT], on: loop) { [weak self] in self?.received($0) }
    watch(ProcessWatch.parent)
    // Not sooner: the client is to hear of all that happens.
    services.begin()
    if let client = configuration.clientProcess { watch(client) }
  }

  /// Ends with that process, even when another still holds the input open; one that cannot be seen from here
  /// is not watched.
  private func watch(_ process: Int) {
    let watch = ProcessWatch(process, on: loop) { [weak self] in self?.connection.abandon() }
    if let watch {
      watched.append(watch)
    } else {
      logger.debug("not watched", metadata: ["process": "\(process)"])
    }
  }

  private var terminating = false

  /// The first signal ends the session in good order, a second the process.
  private func received(_ signal: CInt) {
    if terminating {
      ChildProcess.endAll(grace: .zero)
      _exit(128 + signal)
    }
    terminating = true
    connection.terminate()
  }
}
