import ArgumentParser
import Engine
import Reactor

/// The command line (docs/configuration).
@main
struct Statusd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statusd",
    abstract:
      "A status engine for editors, scripts and status bars, speaking JSON-RPC 2.0 over stdin and stdout.",
    discussion: """
      Without a subcommand it serves: one JSON text on a line in, one out; or with Content-Length headers, \
      as the first byte tells. Try: printf '{"jsonrpc":"2.0","id":1,"method":"refresh"}\\n' | statusd
      """,
    version: "statusd \(Version.current) (protocol \(Version.wireProtocol))",
    subcommands: [Serve.self, CallOnce.self],
    defaultSubcommand: Serve.self)

  static func main() {
    do throws(SystemError) {
      try StandardStreams.repair()
    } catch {
      LastWords.exit(ExitStatus.systemError, "statusd: cannot start: \(error)")
    }
    runToEnd(Array(ProcessArguments.all.dropFirst()))
  }
}
