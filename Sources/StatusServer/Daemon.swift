import Glibc
package import Logging
package import Reactor

/// The daemon as a process has it: one client on the standard streams, everything on one loop.
@LoopActor
package final class Daemon {
  private let connection: Connection
  private var signals: SignalStream?
  private var status: Int32 = 0

  /// Serves the client until it has gone.
  ///
  /// The calling thread becomes the loop's.
  /// - Returns: The process's exit status.
  /// - Throws: ``SystemError`` when the streams or the signals cannot be had.
  package nonisolated static func serve(
    _ configuration: Configuration, logger: Logger
  ) throws(SystemError) -> Int32 {
    let streams = try StandardStreams.take()
    let loop = LoopActor.shared.loop
    let daemon = try loop.run { () throws(SystemError) in
      try Daemon(streams, configuration, logger, loop)
    }
    return LoopActor.assumeIsolated { daemon.status }
  }

  private init(
    _ streams: StandardStreams, _ configuration: Configuration, _ logger: Logger, _ loop: EventLoop
  ) throws(SystemError) {
    let services = Services(configuration, timers: loop.timers, logger: logger)
    connection = Connection(streams: streams, services: services, configuration: configuration, loop: loop)
    connection.ended = { [weak self] status in
      self?.status = status
      loop.stop()
    }
    signals = try SignalStream([SIGTERM, SIGINT], on: loop) { [weak self] in self?.received($0) }
  }

  private var terminating = false

  /// The first signal ends the session in good order, a second the process.
  private func received(_ signal: CInt) {
    if terminating { _exit(128 + signal) }
    terminating = true
    connection.terminate()
  }
}
