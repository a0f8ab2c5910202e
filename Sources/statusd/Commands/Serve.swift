import ArgumentParser
import Engine
import Glibc
import JSONRPC
import Logging
import Reactor
import StatusServer

/// `statusd serve`, which is also the default command.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serve one client on stdin and stdout.")

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @Option(help: "How messages are framed; auto detects it from the first byte.")
  var framing = FramingOption.auto

  @Option(
    help: ArgumentHelp(
      "How long to wait for admitted requests after the end of the input.", valueName: "seconds"))
  var drainTimeout = 10.0

  @Flag(help: "Accepted for editors; it has no effect, because statusd always uses stdin and stdout.")
  var stdio = false

  @Option(
    name: .customLong("clientProcessId"),
    help: ArgumentHelp("The process of the client: when it ends, statusd ends too.", valueName: "pid"))
  var clientProcess: Int?

  func validate() throws {
    guard 0...3_600 ~= drainTimeout else {
      throw ValidationError("--drain-timeout must be between 0 and 3600 seconds, got \(drainTimeout)")
    }
  }

  func run() throws {
    let logger = log.makeLogger(level: .warning)
    let configuration = try Configuration.read(sources, logger: logger)
    var options = ServeGuest.Options()
    options.framing = framing.framing
    options.clientProcess = clientProcess
    options.session.droppedLogLines = { StandardErrorLog.writer.dropped }
    options.session.drainTimeout = .seconds(drainTimeout)
    if isatty(STDIN_FILENO) == 1 { greetPerson() }
    defer { StandardErrorLog.writer.flush(within: .milliseconds(100)) }
    let status: Int32
    do throws(SystemError) {
      status = try Host.run(logger: logger) { host throws(SystemError) in
        try ServeGuest(configuration, options, on: host)
      }
    } catch {
      LastWords.write("statusd: cannot start: \(error)")
      throw ExitCode(ExitStatus.systemError)
    }
    throw ExitCode(status)
  }

  /// Greets a person who started the daemon at a terminal, and then serves anyway.
  private func greetPerson() {
    StandardErrorLog.writer.write(
      """
      statusd reads JSON-RPC 2.0 from here, one message a line; statusd --help says more. Try:
      {"jsonrpc":"2.0","id":1,"method":"refresh"}
      """)
  }
}

/// The values of `--framing`.
enum FramingOption: String, CaseIterable, ExpressibleByArgument {
  case auto, lines, headers

  /// nil for `auto`.
  var framing: Framing? { Framing(rawValue: rawValue) }
}
