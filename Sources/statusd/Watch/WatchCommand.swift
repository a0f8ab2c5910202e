import Engine
import Glibc
import Logging
import Reactor
import Settings
import StatusCore
import StatusServer

/// `statusd watch [NAME]`: prints a line for each change of a resource or of the location.
struct WatchCommand: SharingCommand, LoggedCommand, ConditionedCommand {
  static let name = "watch"
  static let abstract = "Print a line for each change of a resource or of the location."
  static let discussion = """
    The resource is polled at its configured interval. watch ends when nobody reads its lines any more, or with the \
    line of a value for which a condition holds.

    Examples:
      statusd watch
      statusd watch temp --resource temp=https://example.org/temp.json --interval 60 --format '{value.celsius} °C'
      statusd watch menu --format waybar --text '{value.sections.length} sections, {age}'
      statusd watch build branch=main --format tmux --class-when failed:/state=failed
      statusd watch location --location gpsd://localhost:2947 --format plain
      statusd watch build --format '{value.state}' --until /state=passed --unless /state=failed
      statusd watch --once --format plain || echo "status $?"
    """

  static var arguments: [Argument] {
    [
      Argument(
        name: "name", summary: "The name of a resource, or location; state by default.",
        completion: .custom { $0.subjects }),
      Argument(
        name: "argument=value", summary: "The arguments of a parameterised resource.", isRepeatable: true),
    ]
  }

  static var options: [OptionGroup<WatchCommand>] {
    let own = OptionGroup<WatchCommand>(options: [
      // The range of setAutoPolling.
      Option(
        "--interval", "The time between two polls in seconds, or the shortest between two locations.",
        seconds: 0.1...86_400
      ) { $0.interval = $1 },
      Option(flag: "--once", "End with the first value or failure; the exit status is that of call.") {
        $0.isOnce = true
      },
    ])
    return [.configuration, .log, .lines, .conditions, own, .sharing]
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  var lines = WatchFormatOptions()
  var conditions = ConditionOptions()
  var sharing = Sharing.none
  private var interval: Duration?
  private var isOnce = false
  private var words: [String] = []

  init() {}

  mutating func take(_ words: [String]) { self.words = words }

  func run() throws(CommandEnd) -> CInt {
    let terminal = Terminal(STDOUT_FILENO)
    let subject = try NamedSubject(words)
    guard !isOnce || conditions.until.isEmpty && conditions.unless.isEmpty else {
      throw .mistake("--once ends with the first value, and --until and --unless with a certain one")
    }
    let isLocation = subject.name == ResourceName.location.rawValue
    // Options are judged before a file is read.
    _ = try WatchFormat(lines, nil, isLocation: isLocation, isTerminal: terminal.isTerminal)
    let logger = try makeLogger(of: subject, besideLines: terminal.isTerminal)
    let configuration = try readConfiguration(logger)
    try check(configuration)
    try subject.check(among: configuration, for: Self.name)
    let settings = configuration.watches.first { $0.name == subject.name }
    let options = WatchGuest.Options(
      subject: subject,
      format: try WatchFormat(lines, settings, isLocation: isLocation, isTerminal: terminal.isTerminal),
      interval: interval, isOnce: isOnce,
      conditions: WatchConditions(until: conditions.until, unless: conditions.unless),
      palette: Palette(
        ofBar: !TextStyle.isUnwanted, ofTerminal: terminal.style))
    defer { StandardErrorLog.flush(within: .milliseconds(100)) }
    if let shared = try share(logger, of: options, configuration) { return shared }
    return Host.run(logger: logger) { host throws(SystemError) in
      try invite(options, configuration, host)
    }
  }

  /// Watches what the shared daemon has.
  ///
  /// - Returns: The exit status; nil if this process serves itself.
  private func share(
    _ logger: Logger, of options: WatchGuest.Options, _ configuration: Configuration
  ) throws(CommandEnd) -> CInt? {
    let id = options.subject.id
    let requests = SharedWatch.requests(for: id, every: options.interval)
    let shared = try share(logger) { (socket, place) throws(SharingProblem) in
      try RemoteSession.Opening.begin(on: socket, with: requests, at: place)
    }
    guard let (opening, daemon) = shared else { return nil }
    if case .failure(let error) = opening.outcome {
      LastWords.write("statusd: \(error.failure.failureReason)")
      return error.failure.kind == .invalidParams ? ExitStatus.usage : error.failure.status.rawValue
    }
    let shape = configuration.resources.first { $0.name == id.name }?.shape ?? .any
    return Host.run(logger: logger) { host throws(SystemError) in
      let source = SharedWatch(id, shape, opening, on: host.loop)
      let guest = try WatchGuest(options, of: source, on: host)
      source.onEnd = { [weak guest] in guest?.lose(daemon.place) }
      return guest
    }
  }

  @LoopActor
  private func invite(
    _ options: WatchGuest.Options, _ configuration: Configuration, _ host: Host
  ) throws(SystemError) -> any Guest {
    let server = Server(configuration, loop: host.loop, logger: host.logger)
    let resources = server.engine.resources
    let resource: Resource?
    do throws(InstanceProblem) {
      resource = try options.subject.resource(among: resources)
    } catch {
      return RefusedGuest(
        options.subject.sentence(of: error, among: resources, for: "the command is: statusd watch"), on: host)
    }
    let guest = try WatchGuest(options, of: LocalWatch(resource, of: server), on: host)
    server.engine.followConfiguration()
    if let clock = server.engine.clock { guest.advance(clock) }
    return guest
  }

  /// A person who asks for a level gets all of it.
  private func makeLogger(of subject: NamedSubject, besideLines: Bool) throws(CommandEnd) -> Logger {
    let logger = try log.makeLogger(level: .warning)
    guard besideLines, log.level == nil, log.file == nil, Terminal(STDERR_FILENO).isTerminal
    else { return logger }
    let handler = LogBesideLines(name: subject.name, log: logger.handler)
    return Logger(label: "statusd") { _ in handler }
  }

  private func check(_ configuration: Configuration) throws(CommandEnd) {
    guard configuration.clock == .system || isOnce else {
      throw .mistake(
        "--clock manual stands still, since nobody can move it here; watch needs --once with it")
    }
  }
}
