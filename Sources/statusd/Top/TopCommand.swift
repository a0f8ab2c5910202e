import Engine
import Glibc
import Logging
import Reactor
import Settings
import StatusCore
import StatusServer

/// `statusd top`: every resource as a row of a table, on a terminal.
struct TopCommand: SharingCommand, LoggedCommand {
  static let name = "top"
  static let abstract = "Show every resource as a row of a table, with keys to refresh and to recover."
  static let discussion = """
    Every resource is polled at its configured interval while the table is shown. ? lists the keys.

    Examples:
      statusd top
      statusd top temp --resource temp=https://example.org/temp.json
      statusd top menu build branch=main build branch=release location
      statusd top --once --scenario offline --clock manual
      statusd top --shared
    """

  static var arguments: [Argument] {
    [
      Argument(
        name: "name", summary: "The names of resources, and location; all of them by default.",
        completion: .custom { $0.subjects }),
      Argument(
        name: "argument=value", summary: "The arguments of the parameterised resource before them.",
        completion: .custom { $0.subjects }, isRepeatable: true),
    ]
  }

  static var options: [OptionGroup<TopCommand>] {
    let own = OptionGroup<TopCommand>(options: [
      Option(
        flag: "--once", "Print the table when everything was fetched; the exit status is that of the worst."
      ) { $0.isOnce = true }
    ])
    return [.configuration, .log, own, .sharing]
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  var sharing = Sharing.none
  private var isOnce = false
  private var words: [String] = []

  init() {}

  mutating func take(_ words: [String]) { self.words = words }

  func run() throws(CommandEnd) -> CInt {
    let terminal = Terminal(STDOUT_FILENO)
    let subjects = try NamedSubject.all(words)
    if !isOnce { try check(terminal) }
    let logger = try makeLogger()
    let configuration = try readConfiguration(logger)
    guard configuration.clock == .system || isOnce else {
      throw .mistake("--clock manual stands still, since nobody can move it here; top needs --once with it")
    }
    for subject in subjects { try subject.check(among: configuration, for: Self.name) }
    defer { StandardErrorLog.flush(within: .milliseconds(100)) }
    if let shared = try share(logger, subjects, configuration, terminal) { return shared }
    return Host.run(logger: logger) { host throws(SystemError) in
      let server = Server(configuration, loop: host.loop, logger: host.logger)
      let source = LocalTop(server, of: subjects, in: TopPicture(of: subjects, in: configuration))
      guard isOnce else {
        let guest = try TopGuest(source, isColoured: isColoured(terminal), on: host)
        server.engine.followConfiguration()
        return guest
      }
      let guest = TopOnceGuest(source, terminal, isColoured: isColoured(terminal), on: host)
      if let clock = server.engine.clock { guest.advance(clock) }
      return guest
    }
  }

  /// Shows what the shared daemon has.
  ///
  /// - Returns: The exit status; nil if this process serves itself.
  private func share(
    _ logger: Logger, _ subjects: [NamedSubject], _ configuration: Configuration, _ terminal: Terminal
  ) throws(CommandEnd) -> CInt? {
    let shared = try share(logger) { (socket, place) throws(SharingProblem) in
      try RemoteSession.Opening.begin(on: socket, with: SharedTop.requests(for: subjects), at: place)
    }
    guard let (opening, daemon) = shared else { return nil }
    return Host.run(logger: logger) { host throws(SystemError) in
      let source = SharedTop(subjects, configuration, opening, on: host.loop)
      guard isOnce else {
        let guest = try TopGuest(source, isColoured: isColoured(terminal), on: host)
        source.onEnd = { [weak guest] in guest?.lose(daemon.place) }
        return guest
      }
      let guest = TopOnceGuest(source, terminal, isColoured: isColoured(terminal), on: host)
      source.onEnd = { [weak guest] in guest?.lose(daemon.place) }
      return guest
    }
  }

  private func isColoured(_ terminal: Terminal) -> Bool { terminal.style.isColoured && !Self.isDumb }

  /// Whether the terminal takes no control sequences, environ(7).
  private static var isDumb: Bool { Environment.ofProcess("TERM") == "dumb" }

  private func check(_ terminal: Terminal) throws(CommandEnd) {
    guard terminal.isTerminal, Terminal(STDIN_FILENO).isTerminal, !Self.isDumb else {
      throw .mistake("top draws on a terminal and takes its keys; --once prints the table and ends")
    }
    if log.level != nil, log.file == nil, Terminal(STDERR_FILENO).isTerminal {
      throw .mistake("--log-level would write over the table; --log-file names a file for the log")
    }
  }

  /// The table shows what fails; a log on the same terminal would write over it.
  private func makeLogger() throws(CommandEnd) -> Logger {
    let logger = try log.makeLogger(level: .critical)
    guard !isOnce, log.file == nil, Terminal(STDERR_FILENO).isTerminal else { return logger }
    return Logger(label: "statusd") { _ in SwiftLogNoOpLogHandler() }
  }
}
