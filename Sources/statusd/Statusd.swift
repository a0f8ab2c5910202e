import ArgumentParser
import Engine
import Reactor
import StatusServer

/// The command line (docs/command-line.md).
@main
struct Statusd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statusd",
    abstract:
      "A status engine for editors, scripts and status bars, speaking JSON-RPC 2.0 over stdin and stdout.",
    discussion: """
      Without a command, statusd serves one client. Messages are JSON texts on a line each, or have Content-Length \
      headers; the first byte decides. Nothing is fetched before it is asked for, and without a configuration \
      everything is a built-in demo.

      Examples:
        printf '{"jsonrpc":"2.0","id":1,"method":"refresh"}\\n' | statusd
        statusd call fetchMenu --format text
        statusd watch --format '{value.couriers.length} couriers, {age}'
        statusd doctor
      """,
    version: Version.description,
    subcommands: [
      Serve.self, CallOnce.self, WatchCommand.self, DoctorCommand.self, ConfigCommand.self,
      MethodsCommand.self, SchemaCommand.self, CompletionsCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: Serve.self)

  /// The names of the subcommands.
  static let commandNames: Set = [
    "serve", "call", "watch", "doctor", "config", "methods", "schema", "completions", "manual",
  ]

  static func main() {
    do throws(SystemError) {
      try StandardStreams.repair()
    } catch {
      LastWords.exit(ExitStatus.systemError, "statusd: cannot start: \(error)")
    }
    runToEnd(Array(ProcessArguments.all.dropFirst()))
  }

  /// More than anybody types; the library takes time by their square.
  static let mostArguments = 1_000

  /// As the library's, but for arguments that it does not take: its own words repeat them.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    guard arguments.count <= mostArguments else {
      throw ValidationError(
        "there are more than \(mostArguments) arguments; --config names a file that may hold more")
    }
    if arguments.first == "help", arguments.count > 1, !commandNames.contains(arguments[1]) {
      throw ValidationError(UsageProblem(arguments).description)
    }
    do {
      return try parseAsRoot([["-V"], ["version"]].contains(arguments) ? ["--version"] : arguments)
    } catch  where !exitCode(for: error).isSuccess {
      throw ValidationError(UsageProblem(arguments).description)
    }
  }
}
