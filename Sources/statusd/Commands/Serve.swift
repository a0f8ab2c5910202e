import ArgumentParser

/// `statusd serve`, which is also the default command.
///
/// Well-formed options never come here: see ``ServeOptions/init(_:)``.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve one client on stdin and stdout.",
    discussion: """
      The client writes JSON-RPC 2.0 messages and reads responses and notifications; docs/protocol.md describes them. \
      serve ends with its input: everything that was asked for gets its response first.

      Examples:
        printf '{"jsonrpc":"2.0","id":1,"method":"refresh"}\\n' | statusd serve
        statusd serve --state https://status.example.org/fleet.json --menu file:/srv/menu.json
        statusd serve --scenario first-fails --clock manual --seed 1
      """)

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

  @Option(
    name: .customLong("trace"),
    help: ArgumentHelp(
      "The file to whose end the session is recorded, one JSON object on a line for each message.",
      valueName: "file"),
    completion: .file())
  private var traceText: String?

  @Option(
    name: .customLong("metrics"),
    help: ArgumentHelp(
      "The file in which metrics are kept for the textfile collector of node_exporter, rewritten each minute.",
      valueName: "file"),
    completion: .file())
  private var metricsText: String?

  /// What the library has read.
  var options: ServeOptions {
    var options = ServeOptions()
    options.sources = sources.texts
    options.log = log.texts
    options.framing = framingText
    options.drainTimeout = drainTimeoutText
    options.clientProcess = clientProcessText
    options.trace = traceText
    options.metrics = metricsText
    return options
  }

  func run() throws {
    throw ExitCode(try options.serve())
  }
}
