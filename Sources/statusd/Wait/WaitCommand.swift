import Engine
import Logging
import Reactor
import Settings
import StatusCore
import StatusServer

/// `statusd wait [NAME] --until CONDITION`: ends when the value of a resource is so.
struct WaitCommand: SharingCommand, LoggedCommand, ConditionedCommand {
  static let name = "wait"
  static let abstract = "Wait until the value of a resource meets a condition, and print it."
  static let discussion = """
    The resource is polled as configured, with its backoff and its regard for Retry-After. A condition is a JSON Pointer \
    into the value, and what should be there. The status is 0 if --until holds, 1 if --unless does, 124 after --timeout, \
    and that of call after a failure which is not waited out.

    Examples:
      statusd wait build branch=main --until /state=passed --unless /state=failed --timeout 30m && echo passed
      statusd wait --state https://status.example.org/fleet.json --until '/couriers/0/packageId!=null' --quiet
      statusd wait health --resource health=http://localhost:8080/health --until /status=UP --patience all --timeout 2m
      statusd wait queue --resource queue=file:queue.json --until '/waiting<=0' --interval 5
      statusd wait price --resource price=https://example.org/price.json --until /euro~ --pointer /value/euro
    """

  static var arguments: [Argument] {
    [
      Argument(
        name: "name", summary: "The name of a resource; state by default.",
        completion: .custom { $0.resources }),
      Argument(
        name: "argument=value", summary: "The arguments of a parameterised resource.", isRepeatable: true),
    ]
  }

  static var options: [OptionGroup<WaitCommand>] {
    [.configuration, .log, .conditions, polls, output, .sharing]
  }

  private static var polls: OptionGroup<WaitCommand> {
    OptionGroup(
      title: "Waiting",
      options: [
        Option(
          "--timeout", "time",
          "The most time, with status 124 when it is over: 90 (seconds), 30s, 10m, 1h30m; 0 looks once at what is known."
        ) { wait, given throws(CommandEnd) in
          wait.timeout = try given.timeSpan(atMost: .seconds(604_800), "7 days")
        },
        // The range of setAutoPolling.
        Option("--interval", "The time between two polls in seconds.", seconds: 0.1...86_400) {
          $0.interval = $1
        },
        Option(
          "--patience", "failures",
          """
          Which failures are waited out: transient (the default), those that may pass by themselves; all, also a file that \
          is yet to come or a server that says no; none.
          """, of: WaitRequest.Patience.self
        ) { $0.patience = $1 },
      ])
  }

  private static var output: OptionGroup<WaitCommand> {
    OptionGroup(options: [
      Option(
        "--pointer", "pointer",
        "Print only the part of the snapshot at this JSON Pointer, such as /value/state."
      ) { wait, given throws(CommandEnd) in
        wait.pointer = try given.pointer
      },
      Option(flag: "--raw", "Print a string without its quotes.") { $0.isRaw = true },
      Option(
        "--format", "format",
        "How the snapshot is printed: json, text, which is for people, or a template like '{value.state}, {age}'.",
        completion: .words { WaitReport.forms }
      ) { $0.format = $1.text },
      Option(flag: "--quiet", "Print nothing but failures.") { $0.isQuiet = true },
    ])
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  var conditions = ConditionOptions()
  var sharing = Sharing.none
  private var timeout: TimeSpan?
  private var interval: Duration?
  private var patience: WaitRequest.Patience?
  private var pointer: String?
  private var isRaw = false
  private var format: String?
  private var isQuiet = false
  private var words: [String] = []

  init() {}

  mutating func take(_ words: [String]) { self.words = words }

  func run() throws(CommandEnd) -> CInt {
    let request = try request
    let report = try WaitReport(format: format, pointer: pointer, isRaw: isRaw, isQuiet: isQuiet)
    // As call: scripts read the error's JSON from stderr.
    let logger = try log.makeLogger(level: .critical)
    let configuration = try readConfiguration(logger)
    try request.subject.check(among: configuration, for: Self.name, canBeLocation: false)
    guard configuration.clock == .system || timeout != nil else {
      throw .mistake("--clock manual goes on for ever where nothing comes; wait needs --timeout with it")
    }
    // Lines of the log would run into the one that is drawn.
    let hasLog = log.file == nil && logger.logLevel < .critical
    let showsProgress =
      !isQuiet && !hasLog && configuration.clock == .system && WaitProgress.isPossible
    defer { StandardErrorLog.flush(within: .seconds(1)) }
    let id = request.subject.id
    let shared = try share(logger) { (socket, place) throws(SharingProblem) in
      try RemoteSession.Opening.begin(on: socket, with: SharedWait.requests(for: id), at: place)
    }
    if let (opening, daemon) = shared {
      return Host.run(logger: logger) { host in
        let source = SharedWait(id, opening, on: host.loop)
        let guest = WaitGuest(request, in: source, on: host, report, showsProgress: showsProgress) {
          configuration.shape(of: $0)
        }
        source.onEnd = { [weak guest] in guest?.lose(daemon.place) }
        return guest
      }
    }
    return Host.run(logger: logger) { host in
      invite(request, configuration, report, showsProgress: showsProgress, host)
    }
  }

  @LoopActor
  private func invite(
    _ request: WaitRequest, _ configuration: Configuration, _ report: WaitReport, showsProgress: Bool,
    _ host: Host
  ) -> any Guest {
    let server = Server(configuration, loop: host.loop, logger: host.logger)
    let resources = server.engine.resources
    let resource: Resource?
    do throws(InstanceProblem) {
      resource = try request.subject.resource(among: resources)
    } catch {
      return RefusedGuest(
        request.subject.sentence(of: error, among: resources, for: "the command is: statusd \(Self.name)"),
        on: host)
    }
    let guest = WaitGuest(
      request, in: LocalWait(resource, of: server, on: host.loop), on: host, report,
      showsProgress: showsProgress
    ) { resources.shape(of: ResourceName(rawValue: $0)) }
    if let clock = server.engine.clock { guest.advance(clock) }
    return guest
  }

  /// What is waited for, without the configuration.
  var request: WaitRequest {
    get throws(CommandEnd) {
      let subject = try NamedSubject(words)
      guard subject.name != ResourceName.location.rawValue else {
        throw .mistake("location is no resource; statusd watch location --until … waits for a place")
      }
      guard !conditions.until.isEmpty else {
        throw .mistake("wait needs --until with a condition, as in --until /state=passed")
      }
      return WaitRequest(
        subject: subject, until: conditions.until, unless: conditions.unless, timeout: timeout,
        interval: interval, patience: patience)
    }
  }
}
