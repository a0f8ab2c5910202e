import Engine
import JSONRPC
import Logging
import Settings
import StatusServer

/// `statusd connect`: what a client starts in place of `serve` to share the daemon of its configuration.
struct ConnectCommand: ConfiguredCommand, LoggedCommand {
  static let name = "connect"
  static let abstract = "Serve one client from the daemon that all clients of this configuration share."
  static let discussion = """
    A client starts it in place of serve, with the same options. It finds the daemon of this configuration, or starts it, \
    and hands it its own stdin and stdout: no message goes through connect. Whatever differs in the configuration, in the \
    version or in the environment that counts is another daemon, and --explain says what.

    Examples:
      statusd connect --config ~/.config/statusd/fleet.toml
      statusd connect --print-socket
      statusd connect --explain
    """

  static var options: [OptionGroup<ConnectCommand>] { [.configuration, .log, session, own] }

  private static var session: OptionGroup<ConnectCommand> {
    OptionGroup(
      title: "Session",
      options: [
        Option(
          "--framing", "framing",
          "How messages are framed: lines, headers, or auto (the default), which detects it from the first byte.",
          of: FramingOption.self
        ) { $0.hello.framing = $1.framing },
        Option(
          "--drain-timeout",
          "How long to wait for admitted requests after the end of the input; 10 by default.",
          seconds: 0...3_600
        ) { $0.hello.drainTimeout = $1 },
        Option(flag: "--stdio", "Accepted for editors; it has no effect.") { _ in },
        Option(flag: "--strict", "Accepted as in serve: a wrong configuration always ends connect.") { _ in },
        Option(
          "--clientProcessId", "pid", "The process of the client: when it ends, the session ends too."
        ) { connect, given throws(CommandEnd) in
          guard let number = Int(given.text) else {
            throw given.mistake("must be the id of a process, a whole number")
          }
          connect.clientProcess = number
        },
        Option(
          "--metrics", "file",
          "The file in which the daemon keeps metrics for the textfile collector of node_exporter.",
          completion: .file
        ) { connect, given in
          connect.settings.metrics = given.text
          connect.settings.words.append("\(given.name)=\(given.text)")
        },
      ])
  }

  private static var own: OptionGroup<ConnectCommand> {
    OptionGroup(options: [
      Option(
        "--socket", "path|auto", "The socket of the daemon; auto (the default) is that of the configuration.",
        completion: .file
      ) { connect, given throws(CommandEnd) in
        connect.socket = try given.socket
      },
      Option(
        "--idle-timeout",
        "How long a daemon that is started stays when it has no client; 60 by default, and 0 for as long as it can.",
        seconds: 0...31_536_000
      ) { $0.idleTimeout = $1 },
      Option(flag: "--no-start", "Start no daemon; the status is 69 if none runs.") { $0.mayStart = false },
      Option(flag: "--print-socket", "Print the path of the socket, and start nothing.") {
        $0.task = .printSocket
      },
      Option(
        flag: "--explain",
        "Print in what each daemon that runs differs from that of this configuration, and start nothing."
      ) { $0.task = .explain },
    ])
  }

  /// What is to be done in place of a session.
  private enum Task {
    case printSocket, explain
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  private var hello = ConnectLine.Hello(.serve, framing: nil, drainTimeout: .seconds(10))
  private var clientProcess: Int?
  private var socket: String?
  private var mayStart = true
  private var idleTimeout: Duration?
  private var task: Task?

  init() {}

  func run() throws(CommandEnd) -> CInt {
    guard settings.clock == .system else {
      throw .mistake("--clock manual is one client's, and cannot be shared")
    }
    let logger = try log.makeLogger(level: .warning)
    let text: String
    do throws(SharingProblem) {
      let daemon = try SharedDaemon(settings, socket: socket, log: log.words + ofSocket)
      switch task {
      case .printSocket: text = daemon.place.socket
      case .explain: text = DaemonExplanation(of: daemon, among: RunningDaemon.all()).description
      case nil: return try connect(with: daemon, logger)
      }
    } catch {
      return error.report()
    }
    return try Reference.print(text)
  }

  /// The words of a daemon that is started which are neither configuration nor of the log.
  private var ofSocket: [String] {
    idleTimeout.map { ["--idle-timeout=\($0 / .seconds(1))"] } ?? []
  }

  private func connect(with daemon: SharedDaemon, _ logger: Logger) throws(SharingProblem) -> CInt {
    let client = try HandedClient(hello)
    var meeting = MeetingPlace(of: daemon, mayStart: mayStart)
    let lines = try meeting.meet { (socket) throws(SharingProblem) in
      try client.greet(daemon.place, on: socket)
    }
    return client.stay(lines, at: daemon.place, untilEndOf: clientProcess, logger)
  }
}

extension GivenOption {
  /// The path of a socket; nil for `auto`.
  var socket: String? {
    get throws(CommandEnd) {
      guard !text.isEmpty else { throw mistake("must be auto or the path of a socket") }
      return text == "auto" ? nil : text
    }
  }
}

extension LogOptions {
  /// The words that say all this, for a daemon that is started with the same.
  var words: [String] {
    let format = format == .text ? nil : "--log-format=\(format.rawValue)"
    return [level.map { "--log-level=\($0)" }, format, file.map { "--log-file=\($0)" }].compactMap(\.self)
  }
}
