import JSONRPC
import Logging
import Reactor
import Settings
import StatusServer

/// `statusd mcp`: serves an agent or an editor that speaks the Model Context Protocol.
struct Mcp: StdioCommand, SharingCommand {
  static let name = "mcp"
  static let abstract = "Serve an agent by the Model Context Protocol, on stdin and stdout."
  static let discussion = """
    The host starts this command and calls its tools: what is known, fetch, wait until something changes, recover from \
    a failure. docs/mcp.md has the configuration of each host. Nothing is fetched before it is asked for.

    Examples:
      statusd mcp --resource 'build=file:build/status.json'
      statusd mcp --config ~/.config/statusd/agents.toml --shared
    """

  static var options: [OptionGroup<Mcp>] { [.configuration, .log, .session(drainTimeout: 1), .sharing] }

  var settings = CommandLineSettings()
  var log = LogOptions()
  var stdio = StdioOptions()
  var sharing = Sharing.none

  /// Hosts kill a server that has not ended after two seconds.
  private static let drainTimeout = Duration.seconds(1)

  func run() throws(CommandEnd) -> CInt {
    guard sharing != .none else { return try serve(on: nil) }
    try refuseManualClock()
    if stdio.trace != nil {
      throw .mistake("--trace records a session of this process, and cannot be used with --shared")
    }
    let client: HandedClient
    do throws(SharingProblem) {
      client = try HandedClient(
        ConnectLine.Hello(.mcp, framing: .lines, drainTimeout: stdio.drainTimeout ?? Self.drainTimeout))
    } catch {
      throw .status(error.report())
    }
    if let status = try share(client) { return status }
    return try serve(on: client.streams)
  }

  /// Has the shared daemon serve the host.
  ///
  /// - Returns: The exit status; nil if this process serves it.
  private func share(_ client: HandedClient) throws(CommandEnd) -> CInt? {
    let logger = try log.makeLogger(level: .warning)
    do throws(SharingProblem) {
      let (lines, daemon) = try meet(log: log.words) { (socket, place) throws(SharingProblem) in
        try client.greet(place, on: socket)
      }
      return client.stay(lines, at: daemon.place, untilEndOf: stdio.clientProcess, logger)
    } catch {
      // A wrong configuration has no daemon: this process says what is wrong with it.
      if error.status != ExitStatus.configuration { try stayAlone(because: error) }
      client.stayAlone()
      return nil
    }
  }

  private func serve(on streams: StandardStreams?) throws(CommandEnd) -> CInt {
    try serve(
      .mcp, framing: .lines, drainTimeout: Self.drainTimeout, greeting: Self.greeting, on: streams)
  }

  private static let greeting = """
    statusd mcp is started by a host, such as an editor or an agent, and reads messages of the Model Context Protocol \
    from here; docs/mcp.md says how to configure it.
    """
}
