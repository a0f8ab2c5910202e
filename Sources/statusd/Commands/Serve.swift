import ArgumentParser
import Engine
import Glibc
import JSONRPC
import Logging
import Reactor
import Settings
import StatusServer

/// `statusd serve`, which is also the default command.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serve one client on stdin and stdout.")

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @Option(
    name: .customLong("framing"),
    help: ArgumentHelp(
      "How messages are framed: lines, headers, or auto (the default), which detects it from the first byte.",
      valueName: "framing"),
    completion: .list(FramingOption.allCases.map(\.rawValue)))
  private var framingText: String?

  @Option(
    name: .customLong("drain-timeout"),
    help: ArgumentHelp(
      "How long to wait for admitted requests after the end of the input; 10 by default.",
      valueName: "seconds"))
  private var drainTimeoutText: String?

  @Flag(help: "Accepted for editors; it has no effect, because statusd always uses stdin and stdout.")
  var stdio = false

  @Option(
    name: .customLong("clientProcessId"),
    help: ArgumentHelp("The process of the client: when it ends, statusd ends too.", valueName: "pid"))
  private var clientProcessText: String?

  func run() throws {
    let logger = try log.makeLogger(level: .warning)
    let options = try guestOptions
    throw ExitCode(try Self.serve(try sources.settings, options, logger: logger))
  }

  /// Serves the client until the session has ended.
  ///
  /// - Returns: The exit status.
  static func serve(
    _ settings: CommandLineSettings, _ options: ServeGuest.Options, logger: Logger
  ) throws -> Int32 {
    let configuration = try Configuration.read(settings, logger: logger)
    if isatty(STDIN_FILENO) == 1 { greetPerson() }
    defer { StandardErrorLog.writer.flush(within: .milliseconds(100)) }
    do throws(SystemError) {
      return try Host.run(logger: logger) { host throws(SystemError) in
        try ServeGuest(configuration, options, on: host)
      }
    } catch {
      LastWords.write("statusd: cannot start: \(error)")
      return ExitStatus.systemError
    }
  }

  private var guestOptions: ServeGuest.Options {
    get throws {
      var options = ServeGuest.Options.usual
      let framing: FramingOption? = try ChoiceOption.choice(framingText, of: "--framing")
      options.framing = framing?.framing
      options.clientProcess = try clientProcess
      options.session.drainTimeout = try drainTimeout
      return options
    }
  }

  private var clientProcess: Int? {
    get throws {
      guard let clientProcessText else { return nil }
      guard let number = Int(clientProcessText) else {
        throw ValidationError("--clientProcessId must be the id of a process, a whole number")
      }
      return number
    }
  }

  private var drainTimeout: Duration {
    get throws {
      guard let drainTimeoutText else { return .seconds(10) }
      // NaN is in no range.
      guard let seconds = Double(drainTimeoutText), 0...3_600 ~= seconds else {
        throw ValidationError("--drain-timeout must be between 0 and 3600 seconds")
      }
      return .seconds(seconds)
    }
  }

  /// Greets a person who started the daemon at a terminal, and then serves anyway.
  private static func greetPerson() {
    StandardErrorLog.writer.write(
      """
      statusd reads JSON-RPC 2.0 from here, one message a line; statusd --help says more. Try:
      {"jsonrpc":"2.0","id":1,"method":"refresh"}
      """)
  }
}

extension ServeGuest.Options {
  /// Those of a command line without options.
  static var usual: Self {
    var options = Self()
    options.session.droppedLogLines = { StandardErrorLog.writer.dropped }
    return options
  }
}

/// The values of `--framing`.
enum FramingOption: String, CaseIterable {
  case auto, lines, headers

  /// nil for `auto`.
  var framing: Framing? { Framing(rawValue: rawValue) }
}
