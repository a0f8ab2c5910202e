import Engine
import Glibc
import JSONRPC
import Logging
import Reactor
import Settings
import StatusServer

/// A command that serves one client on the standard streams.
protocol StdioCommand: ConfiguredCommand, LoggedCommand {
  var stdio: StdioOptions { get set }
}

/// What the command line says of the session of such a command.
struct StdioOptions: Sendable {
  var drainTimeout: Duration?
  var clientProcess: Int?
  var trace: String?
  /// Whether mistakes in the configuration end the start.
  var isStrict = false
}

extension OptionGroup where Root: StdioCommand {
  /// How the session ends, and what is written of it.
  static func session(drainTimeout seconds: Int) -> Self {
    OptionGroup(options: [strict] + ending(drainTimeout: seconds) + records)
  }

  private static var strict: Option<Root> {
    Option(
      flag: "--strict",
      """
      End with status 78 at once if the configuration file is wrong; otherwise every call says so until the file is \
      corrected.
      """
    ) { $0.stdio.isStrict = true }
  }

  private static func ending(drainTimeout seconds: Int) -> [Option<Root>] {
    [
      Option(
        "--drain-timeout",
        "How long to wait for admitted requests after the end of the input; \(seconds) by default.",
        seconds: 0...3_600
      ) { $0.stdio.drainTimeout = $1 },
      Option(
        flag: "--stdio",
        "Accepted for editors; it has no effect, because statusd always uses stdin and stdout."
      ) { _ in },
      Option(
        "--clientProcessId", "pid", "The process of the client: when it ends, statusd ends too."
      ) { command, given throws(CommandEnd) in
        guard let number = Int(given.text) else {
          throw given.mistake("must be the id of a process, a whole number")
        }
        command.stdio.clientProcess = number
      },
    ]
  }

  private static var records: [Option<Root>] {
    [
      Option(
        "--trace", "file",
        "The file to whose end the session is recorded, one JSON object on a line for each message.",
        completion: .file
      ) { $0.stdio.trace = $1.text },
      Option(
        "--metrics", "file",
        "The file in which metrics are kept for the textfile collector of node_exporter, rewritten each minute.",
        completion: .file
      ) { $0.settings.metrics = $1.text }.kept(),
    ]
  }
}

extension StdioCommand {
  /// Serves the client until the session ends.
  ///
  /// - Parameters:
  ///   - drainTimeout: Where the command line says nothing else.
  ///   - greeting: What a person reads who started the command at a terminal.
  ///   - streams: The standard streams, if they were taken already.
  func serve(
    _ profile: SessionProfile, framing: Framing?, drainTimeout: Duration, greeting: String,
    on streams: StandardStreams? = nil
  ) throws(CommandEnd) -> CInt {
    let logger = try log.makeLogger(level: .warning)
    let isAtTerminal = isatty(STDIN_FILENO) == 1
    let settings = placedSettings
    let read: @Sendable () -> JudgedSettings = { SettingsReader.judge(settings) }
    let first = read()
    if !first.problems.isEmpty {
      first.problems.report()
      let canWait = first.settings.isCommandLineRight && !stdio.isStrict && !isAtTerminal
      if !canWait { throw .wrongConfiguration }
    }
    var options = ServeGuest.Options()
    options.streams = streams
    options.profile = profile
    options.framing = framing
    options.clientProcess = stdio.clientProcess
    options.session.drainTimeout = stdio.drainTimeout ?? drainTimeout
    options.session.trace = try makeTrace(logger)
    if isAtTerminal { StandardErrorLog.writer.write(greeting) }
    defer {
      options.session.trace?.flush(within: .seconds(1))
      StandardErrorLog.flush(within: .milliseconds(100))
    }
    return Host.run(logger: logger) { host throws(SystemError) in
      try ServeGuest(first, readingAgain: read, options, on: host)
    }
  }
}
