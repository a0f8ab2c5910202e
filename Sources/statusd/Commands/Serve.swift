import ArgumentParser
import Engine
import Glibc
import JSONRPC
import Logging
import Reactor
import StatusServer

/// `statusd serve`, and `statusd` alone.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serve one client on stdin and stdout.")

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @Option(help: "How messages are framed: auto finds out from the first byte.")
  var framing = FramingOption.auto

  @Option(
    help: ArgumentHelp(
      "Seconds that admitted requests are waited for at the end of input.", valueName: "seconds"))
  var drainTimeout = 10.0

  @Flag(help: "Accepted and without effect: there is no other way to talk to it.")
  var stdio = false

  @Option(
    name: .customLong("clientProcessId"),
    help: ArgumentHelp("A process with whose end this one ends, as editors give it.", valueName: "pid"))
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

  /// Someone typed the name to see what happens: they are told, and served all the same.
  private func greetPerson() {
    StandardErrorLog.writer.write(
      """
      statusd reads JSON-RPC 2.0 from here, one message a line; statusd --help says more. Try:
      {"jsonrpc":"2.0","id":1,"method":"refresh"}
      """)
  }
}

/// `--framing`.
enum FramingOption: String, CaseIterable, ExpressibleByArgument {
  case auto, lines, headers

  /// nil for `auto`.
  var framing: Framing? { Framing(rawValue: rawValue) }
}
