import JSONRPC
import Settings
import StatusServer

/// `statusd mcp`: serves an agent or an editor that speaks the Model Context Protocol.
struct Mcp: StdioCommand {
  static let name = "mcp"
  static let abstract = "Serve an agent by the Model Context Protocol, on stdin and stdout."
  static let discussion = """
    The host starts this command and calls its tools: what is known, fetch, wait until something changes, recover from \
    a failure. docs/mcp.md has the configuration of each host. Nothing is fetched before it is asked for.

    Examples:
      statusd mcp --resource 'build=file:build/status.json'
      statusd mcp --config ~/.config/statusd/agents.toml
    """

  static var options: [OptionGroup<Mcp>] { [.configuration, .log, .session(drainTimeout: 1)] }

  var settings = CommandLineSettings()
  var log = LogOptions()
  var stdio = StdioOptions()

  func run() throws(CommandEnd) -> CInt {
    // Hosts kill a server that has not ended after two seconds.
    try serve(.mcp, framing: .lines, drainTimeout: .seconds(1), greeting: Self.greeting)
  }

  private static let greeting = """
    statusd mcp is started by a host, such as an editor or an agent, and reads messages of the Model Context Protocol \
    from here; docs/mcp.md says how to configure it.
    """
}
