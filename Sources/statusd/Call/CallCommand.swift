import Engine
import Logging
import Reactor
import Settings
import StatusServer

/// `statusd call METHOD [PARAMS]`: makes one request and prints its outcome.
struct CallCommand: SharingCommand, LoggedCommand {
  static let name = "call"
  static let abstract = "Make one request and print its result."
  static let discussion = """
    The result goes to stdout as one line of JSON, and indented on a terminal. An error goes to stderr in the same \
    form, and as sentences on a terminal; the exit status says what would help: 75 trying later, 77 signing in or a \
    permission, 69 a source that can be reached, 65 a source with other data, 66 a file, 1 anything else.

    Examples:
      statusd call refresh --state https://status.example.org/fleet.json
      statusd call refresh resource=temp --resource temp=file:temp.json --pointer /value/celsius
      statusd call getState resource=menu --wait --timeout 10 --format text
      statusd call getLocation --wait --location gpsd://localhost:2947
      statusd call refresh resource=build --recover custom:login
      echo '{"resource":"menu"}' | statusd call refresh -
      statusd call rpc.discover --pointer /methods --format json
    """

  static var arguments: [Argument] {
    [
      Argument(
        name: "method", summary: "The method's name, such as refresh.",
        completion: .words { MethodDescription.all.filter(\.isForCall).map(\.name) },
        need: "the name of a method"),
      Argument(
        name: "params",
        summary: "Its params: a JSON object or array, or words like resource=menu, or - for JSON on stdin.",
        completion: .custom { $0.params }, isRepeatable: true),
    ]
  }

  static var options: [OptionGroup<CallCommand>] { [.configuration, .log, own, .sharing] }

  private static var own: OptionGroup<CallCommand> {
    OptionGroup(options: [
      Option(
        "--pointer", "pointer",
        "Print only the part of the result at this JSON Pointer, such as /value/temp."
      ) { call, given throws(CommandEnd) in
        call.pointer = try given.pointer
      },
      Option(flag: "--raw", "Print a string without its quotes.") { $0.isRaw = true },
      // The range of refresh's own timeout.
      Option("--timeout", "The most time that the call may take, in seconds.", seconds: 0.05...3_600) {
        $0.timeout = $1
      },
      Option(
        flag: "--wait",
        """
        Try until there is a value that is not stale, or a location, for 30 seconds or --timeout; for refresh, \
        getState, fetchMenu and getLocation.
        """
      ) { $0.waits = true },
      Option(
        "--format", "format",
        """
        How the outcome is printed: json; text, which is for people: a menu in groups, a fleet as tables; openmetrics \
        or prometheus, for stats.
        """, of: CallFormat.self
      ) { $0.format = $1 },
      Option(
        "--recover", "option",
        """
        If the call fails with a failure that offers this recovery option, perform it, which repeats the call: \
        tryAgain, tryLater, custom:NAME and so on.
        """, completion: .words { CallRecovery.builtIn }
      ) { call, given throws(CommandEnd) in
        call.recovery = try CallRecovery(given.text)
      },
    ])
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  var sharing = Sharing.none
  private var pointer: String?
  private var isRaw = false
  private var timeout: Duration?
  private var waits = false
  private var format: CallFormat?
  private var recovery: CallRecovery?
  private var method = ""
  private var params: [String] = []

  init() {}

  mutating func take(_ words: [String]) {
    (method, params) = (words[0], Array(words.dropFirst()))
  }

  func run() throws(CommandEnd) -> CInt {
    // Scripts read the error's JSON from stderr, so nothing else is logged there unless a log level is given.
    let logger = try log.makeLogger(level: .critical)
    let request = CallRequest(
      method: method, params: try CallParams(params, of: method, settings), timeout: timeout, waits: waits,
      recovery: recovery)
    let report = CallReport(format: format, pointer: pointer, isRaw: isRaw)
    let configuration = try readConfiguration(logger)
    try recovery?.check(against: configuration)
    if format?.metrics != nil, sharing != .none {
      throw .mistake("--format \(format?.rawValue ?? "") is of this process; stats --shared has it as JSON")
    }
    defer { StandardErrorLog.flush(within: .seconds(1)) }
    let shared = try share(logger) { (socket, place) throws(SharingProblem) in
      try RemoteSession.Opening.begin(on: socket, with: SharedCallGuest.opening, at: place)
    }
    if let (opening, daemon) = shared {
      return Host.run(logger: logger) { host in
        SharedCallGuest(request, configuration, opening, at: daemon.place, on: host, report)
      }
    }
    return Host.run(logger: logger) { CallGuest(request, configuration, on: $0, report) }
  }
}

extension GivenOption {
  var pointer: String {
    get throws(CommandEnd) {
      // By bytes: a name may begin with a combining mark.
      guard text.utf8.first == UInt8(ascii: "/") else {
        throw mistake("must be a JSON Pointer, which begins with /")
      }
      return text
    }
  }
}

/// The values of `--format`.
enum CallFormat: String, CaseIterable {
  case json, text, openmetrics, prometheus

  /// The format of metrics; nil for what is none.
  var metrics: MetricsFormat? {
    switch self {
    case .json, .text: nil
    case .openmetrics: .openMetrics
    case .prometheus: .prometheus
    }
  }
}
