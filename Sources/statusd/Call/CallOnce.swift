import ArgumentParser
import StatusServer

/// `statusd call METHOD [PARAMS]`, as the library reads it.
///
/// Well-formed options never come here: see ``CallOptions/init(_:)``.
struct CallOnce: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Make one request and print its result.",
    discussion: """
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
      """)

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @Option(
    help: ArgumentHelp(
      "Print only the part of the result at this JSON Pointer, such as /value/temp.", valueName: "pointer"))
  private var pointer: String?

  @Flag(help: "Print a string without its quotes.")
  private var raw = false

  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("The most time that the call may take, in seconds.", valueName: "seconds"))
  private var timeoutText: String?

  @Flag(
    help: """
      Try until there is a value that is not stale, or a location, for 30 seconds or --timeout; for refresh, \
      getState, fetchMenu and getLocation.
      """)
  private var wait = false

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      """
      How the outcome is printed: json; text, which is for people: a menu in groups, a fleet as tables; openmetrics or \
      prometheus, for stats.
      """,
      valueName: "format"),
    completion: .list(CallFormat.allCases.map(\.rawValue)))
  private var formatText: String?

  @Option(
    help: ArgumentHelp(
      """
      If the call fails with a failure that offers this recovery option, perform it, which repeats the call: \
      tryAgain, tryLater, custom:NAME and so on.
      """,
      valueName: "option"),
    completion: .list(CallRecovery.builtIn))
  private var recover: String?

  @Argument(
    help: "The method's name, such as refresh.",
    completion: .list(MethodDescription.all.filter(\.isForCall).map(\.name)))
  private var method: String

  @Argument(
    help: "Its params: a JSON object or array, or words like resource=menu, or - for JSON on stdin.",
    completion: .custom(CompletionWords.params))
  private var params: [String] = []

  /// What the library has read.
  var options: CallOptions {
    var options = CallOptions()
    options.sources = sources.texts
    options.log = log.texts
    options.pointer = pointer
    options.isRaw = raw
    options.timeout = timeoutText
    options.waits = wait
    options.format = formatText
    options.recover = recover
    options.words = [method] + params
    return options
  }

  func run() throws {
    throw ExitCode(try options.call())
  }
}
