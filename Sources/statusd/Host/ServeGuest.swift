import Engine
import JSONRPC
import Reactor
import StatusServer

/// The guest of `statusd serve` and `statusd mcp`: serves one client on the standard streams.
@LoopActor
final class ServeGuest: Guest {
  /// The options of the command line that are not configuration.
  struct Options {
    /// The standard streams; nil if they are still to be taken.
    var streams: StandardStreams?
    /// The protocol that the client speaks.
    var profile = SessionProfile.native
    /// Nil detects the framing from the first byte of the input.
    var framing: Framing?
    /// The id of a process, besides the parent, whose end ends this one.
    var clientProcess: Int?
    var session = SessionOptions()
  }

  private let server: Server
  private let connection: Connection
  private var metrics: MetricsFile?

  init(_ configuration: Configuration, _ options: Options, on host: Host) throws(SystemError) {
    let streams = if let taken = options.streams { taken } else { try StandardStreams.take() }
    let profile = options.profile
    server = Server(
      configuration, opensLater: profile.beginsByItself, loop: host.loop, logger: host.logger)
    server.droppedLogLines = { StandardErrorLog.dropped }
    connection = Connection(
      Transport(streams), server, profile: profile, framing: options.framing, options.session)
    connection.onEnd = { [weak host, weak self] status in
      if let self { host?.leave(self, status: status) }
    }
    connection.onFailure = { [weak host] in host?.fail($0, status: ExitStatus.inputOutputError) }
    connection.onClientProcess = { [weak host, weak self] process in
      if let self { host?.watch(process, for: self) }
    }
    host.watchParent()
    if let client = options.clientProcess { host.watch(client, for: self) }
    // Polling begins last, so that the client is notified of everything that happens.
    if !profile.beginsByItself { connection.begin() }
    server.engine.followConfiguration()
    guard let path = configuration.metrics.path else { return }
    metrics = MetricsFile(path, every: configuration.metrics.interval, on: host) { [unowned server] labels in
      server.metrics(in: .prometheus, labels: labels)
    }
  }

  func terminate(_ signal: CInt) { connection.terminate() }
  func abandon() { connection.abandon() }

  func close() {
    metrics?.close()
    server.engine.close(within: connection.timeLeft)
  }
}
