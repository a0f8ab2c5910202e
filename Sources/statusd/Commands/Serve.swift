import Engine
import Glibc
import JSONRPC
import Logging
import Reactor
import Settings
import StatusServer

/// `statusd serve`, which is also the command that needs no name.
struct Serve: ConfiguredCommand, LoggedCommand {
  static let name = "serve"
  static let abstract = "Serve one client on stdin and stdout."
  static let discussion = """
    The client writes JSON-RPC 2.0 messages and reads responses and notifications; docs/protocol.md describes them. \
    serve ends with its input: everything that was asked for gets its response first.

    Examples:
      printf '{"jsonrpc":"2.0","id":1,"method":"refresh"}\\n' | statusd serve
      statusd serve --state https://status.example.org/fleet.json --menu file:/srv/menu.json
      statusd serve --scenario first-fails --clock manual --seed 1
    """

  static var options: [OptionGroup<Serve>] { [.configuration, .log, own, sharing] }

  private static var own: OptionGroup<Serve> {
    OptionGroup(options: [
      Option(
        "--framing", "framing",
        "How messages are framed: lines, headers, or auto (the default), which detects it from the first byte.",
        of: FramingOption.self
      ) { $0.framing = $1 },
      Option(
        "--drain-timeout",
        "How long to wait for admitted requests after the end of the input; 10 by default.",
        seconds: 0...3_600
      ) { $0.drainTimeout = $1 },
      Option(
        flag: "--stdio",
        "Accepted for editors; it has no effect, because statusd always uses stdin and stdout."
      ) { _ in },
      Option(
        "--clientProcessId", "pid", "The process of the client: when it ends, statusd ends too."
      ) { serve, given throws(CommandEnd) in
        guard let number = Int(given.text) else {
          throw given.mistake("must be the id of a process, a whole number")
        }
        serve.clientProcess = number
      },
      Option(
        "--trace", "file",
        "The file to whose end the session is recorded, one JSON object on a line for each message.",
        completion: .file
      ) { $0.trace = $1.text },
      Option(
        "--metrics", "file",
        "The file in which metrics are kept for the textfile collector of node_exporter, rewritten each minute.",
        completion: .file
      ) { $0.settings.metrics = $1.text },
    ])
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  private(set) var framing = FramingOption.auto
  private(set) var drainTimeout = Duration.seconds(10)
  private(set) var clientProcess: Int?
  private(set) var trace: String?
  /// The path of the socket of a daemon that serves several clients; nil for one on the standard streams.
  var socket: String?
  var idleTimeout: Duration?

  func run() throws(CommandEnd) -> CInt {
    if let socket { return try share(at: socket) }
    let logger = try log.makeLogger(level: .warning)
    let configuration = try readConfiguration(logger)
    var options = ServeGuest.Options()
    options.framing = framing.framing
    options.clientProcess = clientProcess
    options.session.drainTimeout = drainTimeout
    options.session.trace = try makeTrace(logger)
    if isatty(STDIN_FILENO) == 1 { Self.greetPerson() }
    defer {
      options.session.trace?.flush(within: .seconds(1))
      StandardErrorLog.flush(within: .milliseconds(100))
    }
    return Host.run(logger: logger) { host throws(SystemError) in
      try ServeGuest(configuration, options, on: host)
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

/// The values of `--framing`.
enum FramingOption: String, CaseIterable {
  case auto, lines, headers

  /// nil for `auto`.
  var framing: Framing? { Framing(rawValue: rawValue) }
}
