import JSONRPC
import Settings
import StatusServer

/// `statusd serve`, which is also the command that needs no name.
struct Serve: StdioCommand {
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

  static var options: [OptionGroup<Serve>] {
    [.configuration, .log, own, .session(drainTimeout: 10), sharing]
  }

  private static var own: OptionGroup<Serve> {
    OptionGroup(options: [
      Option(
        "--framing", "framing",
        "How messages are framed: lines, headers, or auto (the default), which detects it from the first byte.",
        of: FramingOption.self
      ) { $0.framing = $1 }
    ])
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  var stdio = StdioOptions()
  private(set) var framing = FramingOption.auto
  /// The path of the socket of a daemon that serves several clients; nil for one on the standard streams.
  var socket: String?
  var idleTimeout: Duration?

  func run() throws(CommandEnd) -> CInt {
    if let handed = try Self.takeActivation() { return try share(on: handed) }
    if let socket { return try share(at: socket) }
    return try serve(
      .native, framing: framing.framing, drainTimeout: Self.drainTimeout, greeting: Self.greeting)
  }

  static let drainTimeout = Duration.seconds(10)
  private static let greeting = """
    statusd reads JSON-RPC 2.0 from here, one message a line; statusd --help says more. Try:
    {"jsonrpc":"2.0","id":1,"method":"refresh"}
    """
}

/// The values of `--framing`.
enum FramingOption: String, CaseIterable {
  case auto, lines, headers

  /// nil for `auto`.
  var framing: Framing? { Framing(rawValue: rawValue) }
}
