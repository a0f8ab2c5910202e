import Engine
import JSONRPC
import Reactor
import StatusServer

/// Serving one client on the standard streams.
@LoopActor
final class ServeGuest: Guest {
  /// What the command line says beside the configuration.
  struct Options {
    /// nil finds out from the first byte of the input.
    var framing: Framing?
    /// A process beside the parent with whose end this one ends.
    var clientProcess: Int?
    var session = SessionOptions()
  }

  private let connection: Connection

  init(_ configuration: Configuration, _ options: Options, on host: Host) throws(SystemError) {
    let streams = try StandardStreams.take()
    let server = Server(configuration, loop: host.loop, logger: host.logger)
    connection = Connection(streams, server, framing: options.framing, options.session)
    connection.onEnd = { [weak host] in host?.end($0) }
    connection.onFailure = { [weak host] in host?.fail($0, status: ExitStatus.inputOutputError) }
    connection.onClientProcess = { [weak host] in host?.watch($0) }
    host.watch(ProcessWatch.parent)
    if let client = options.clientProcess { host.watch(client) }
    // Not sooner: the client is to hear of all that happens.
    connection.begin()
  }

  func terminate(_ signal: CInt) { connection.terminate() }
  func abandon() { connection.abandon() }
}
