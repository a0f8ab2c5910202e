import Engine
import Glibc
import Reactor
import Settings
import StatusServer
import Text

/// The command line (docs/command-line.md).
@main
enum Statusd {
  static let abstract =
    "A status engine for editors, scripts and status bars, speaking JSON-RPC 2.0 over stdin and stdout."
  static let discussion = """
    Without a command, statusd serves one client. Messages are JSON texts on a line each, or have Content-Length \
    headers; the first byte decides. Nothing is fetched before it is asked for, and without a configuration \
    everything is a built-in demo.

    Examples:
      printf '{"jsonrpc":"2.0","id":1,"method":"refresh"}\\n' | statusd
      statusd call fetchMenu --format text
      statusd wait --until '/couriers/0/packageId!=null' --timeout 10m
      statusd watch --format '{value.couriers.length} couriers, {age}'
      statusd doctor
    """

  /// Every command, in the order of the help; one is added here, and says everything else of itself.
  static let commands: [any Command.Type] = [
    Serve.self, Mcp.self, CallCommand.self, WaitCommand.self, WatchCommand.self, TopCommand.self,
    DoctorCommand.self, ConnectCommand.self, DaemonsCommand.self, StopCommand.self, ConfigCommand.self,
    MethodsCommand.self, SchemaCommand.self, CompletionsCommand.self, ManualCommand.self,
  ]

  static func command(named name: String) -> (any Command.Type)? { commands.first { $0.name == name } }

  static func main() {
    do throws(SystemError) {
      try StandardStreams.repair()
    } catch {
      LastWords.exit(ExitStatus.systemError, "statusd: cannot start: \(error)")
    }
    exit(run(Array(ProcessArguments.all.dropFirst())))
  }

  /// Runs the command that the words ask for.
  ///
  /// What the person asked to see, help and version, waits for its reader as in any program.
  ///
  /// - Returns: The exit status.
  private static func run(_ words: [String]) -> CInt {
    do throws(CommandEnd) {
      if let line = CompletedLine(words) { return try Reference.print(line.offers.joined(separator: "\n")) }
      switch try Invocation(words) {
      case .run(let command): return try command.run()
      case .help(let command): return try Reference.print(HelpText(of: command, columns: columns).description)
      case .version: return try Reference.print(Version.description)
      }
    } catch {
      switch error {
      case .status(let status): return status
      case .mistake(let sentence):
        let command = AskedCommand(words).helpName.map { " \($0)" } ?? ""
        LastWords.write(
          "Error: \(sentence)\n  See 'statusd\(command) --help' for more information.")
        return ExitStatus.usage
      }
    }
  }

  /// The width of the terminal, or what the variable says that shells and people set in its place.
  private static var columns: Int {
    let given = Environment.ofProcess("COLUMNS").flatMap(Int.init) ?? 0
    return given > 0 ? max(given, 20) : Terminal(STDOUT_FILENO).columns ?? Terminal.usualColumns
  }
}
