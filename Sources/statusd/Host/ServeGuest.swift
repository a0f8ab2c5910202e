import Engine
import JSONRPC
import Reactor
import Settings
import StatusServer

/// The guest of `statusd serve` and `statusd mcp`: serves one client on the standard streams.
///
/// While the configuration is wrong, a server answers that has nothing to serve, and says why. Once it is right, the
/// server that it describes goes on with the client.
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

  private unowned let host: Host
  private let options: Options
  private let transport: Transport
  private var server: Server
  private var connection: Connection
  private var metrics: MetricsFile?
  /// Waits for a configuration without mistakes; nil once there was one.
  private var correction: ConfigurationCorrection?

  /// - Parameters:
  ///   - first: The configuration; with mistakes, it is waited for that somebody corrects it.
  ///   - read: Reads it again.
  init(
    _ first: JudgedSettings, readingAgain read: @escaping @Sendable () -> JudgedSettings, _ options: Options,
    on host: Host
  ) throws(SystemError) {
    (self.host, self.options) = (host, options)
    let streams = if let taken = options.streams { taken } else { try StandardStreams.take() }
    transport = Transport(streams)
    server = Self.server(of: first, options, on: host)
    connection = Connection(
      transport, server, profile: options.profile, framing: options.framing, options.session)
    server.droppedLogLines = { StandardErrorLog.dropped }
    listen()
    host.watchParent()
    if let client = options.clientProcess { host.watch(client, for: self) }
    guard first.problems.isEmpty else {
      correction = ConfigurationCorrection(first, readingAgain: read, on: host) { [weak self] in
        self?.changed($0)
      }
      return
    }
    // Polling begins last, so that the client is notified of everything that happens.
    if !options.profile.beginsByItself { connection.begin() }
    begin(first.settings)
  }

  private static func server(of read: JudgedSettings, _ options: Options, on host: Host) -> Server {
    let configuration = read.settings.configuration
    guard read.problems.isEmpty else {
      return Server(
        configuration.withoutEffect,
        misconfiguration: Misconfiguration(read.problems, file: configuration.settingsFile), loop: host.loop,
        logger: host.logger)
    }
    return Server(
      configuration, opensLater: options.profile.beginsByItself, loop: host.loop, logger: host.logger)
  }

  private func listen() {
    connection.onEnd = { [weak host, weak self] status in
      if let self { host?.leave(self, status: correction == nil ? status : ExitStatus.configuration) }
    }
    connection.onFailure = { [weak host] in host?.fail($0, status: ExitStatus.inputOutputError) }
    connection.onClientProcess = { [weak host, weak self] process in
      if let self { host?.watch(process, for: self) }
    }
  }

  private func begin(_ settings: ReadSettings) {
    settings.report(to: host.logger)
    server.engine.followConfiguration()
    let configuration = settings.configuration.metrics
    guard let path = configuration.path else { return }
    metrics = MetricsFile(path, every: configuration.interval, on: host) { [unowned server] labels in
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

// MARK: A configuration that was wrong

extension ServeGuest {
  private func changed(_ read: JudgedSettings) {
    guard read.problems.isEmpty else {
      read.problems.report()
      return connection.remain(
        Misconfiguration(read.problems, file: read.settings.configuration.settingsFile))
    }
    // A client that has announced its end is served no more.
    guard connection.canBeSucceeded else { return }
    StandardErrorLog.writer.write("statusd: the configuration is now correct")
    correction = nil
    server = server.successor(read.settings.configuration)
    connection = Connection(
      transport, server, profile: options.profile, options.session, after: connection)
    listen()
    begin(read.settings)
  }
}
