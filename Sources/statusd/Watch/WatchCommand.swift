import ArgumentParser
import Engine
import Glibc
import Logging
import Providers
import Reactor
import StatusCore
import Text

/// `statusd watch [NAME]`: prints a line for each change of a resource or of the location.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print a line for each change of a resource or of the location.",
    discussion: """
      The resource is polled at its configured interval. watch ends when nobody reads its lines any more.

      Examples:
        statusd watch
        statusd watch temp --resource temp=https://example.org/temp.json --interval 60 --format '{value.celsius} °C'
        statusd watch menu --format waybar --text '{value.sections.length} sections, {age}'
        statusd watch build branch=main --format tmux --class-when failed:/state=failed
        statusd watch location --location gpsd://localhost:2947 --format plain
        statusd watch --once --format plain || echo "status $?"
      """)

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @OptionGroup(title: "Lines") var lines: WatchFormatOptions

  @Option(
    name: .customLong("interval"),
    help: ArgumentHelp(
      "The time between two polls in seconds, or the shortest between two locations.", valueName: "seconds"))
  private var intervalText: String?

  @Flag(help: "End with the first value or failure; the exit status is that of call.")
  private var once = false

  @Argument(
    help: "The name of a resource, or location; state by default.",
    completion: .custom(CompletionWords.names))
  private var name: String = ResourceName.state.rawValue

  @Argument(help: ArgumentHelp("The arguments of a parameterised resource.", valueName: "argument=value"))
  private var arguments: [String] = []

  func run() throws {
    let terminal = Terminal(STDOUT_FILENO)
    let subject = try WatchSubject([name] + arguments)
    let isLocation = subject.name == ResourceName.location.rawValue
    // Options are judged before a file is read.
    _ = try WatchFormat(lines, nil, isLocation: isLocation, isTerminal: terminal.isTerminal)
    let interval = try interval
    let logger = try makeLogger(of: subject, besideLines: terminal.isTerminal)
    let configuration = try Configuration.read(try sources.texts.settings, logger: logger)
    try check(configuration)
    try subject.check(among: configuration)
    let settings = configuration.watches.first { $0.name == subject.name }
    let options = WatchGuest.Options(
      name: subject.name, arguments: subject.arguments,
      format: try WatchFormat(lines, settings, isLocation: isLocation, isTerminal: terminal.isTerminal),
      interval: interval, isOnce: once,
      palette: Palette(
        ofBar: !TextStyle.isUnwanted, ofTerminal: terminal.style))
    defer { StandardErrorLog.flush(within: .milliseconds(100)) }
    let status = Host.run(logger: logger) { host throws(SystemError) in
      try WatchGuest(options, configuration, on: host)
    }
    throw ExitCode(status)
  }

  /// A person who asks for a level gets all of it.
  private func makeLogger(of subject: WatchSubject, besideLines: Bool) throws -> Logger {
    let logger = try log.texts.makeLogger(level: .warning)
    guard besideLines, log.texts.level == nil, log.texts.file == nil, Terminal(STDERR_FILENO).isTerminal
    else { return logger }
    let handler = LogBesideLines(name: subject.name, log: logger.handler)
    return Logger(label: "statusd") { _ in handler }
  }

  private var interval: Duration? {
    get throws {
      guard let intervalText else { return nil }
      // The range of setAutoPolling. NaN is in no range.
      guard let seconds = Double(intervalText), 0.1...86_400 ~= seconds else {
        throw ValidationError("--interval must be between 0.1 and 86400 seconds")
      }
      return Duration(nearest: seconds)
    }
  }

  private func check(_ configuration: Configuration) throws {
    guard configuration.clock == .system || once else {
      throw ValidationError(
        "--clock manual stands still, since nobody can move it here; watch needs --once with it")
    }
  }
}
