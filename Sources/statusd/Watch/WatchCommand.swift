import ArgumentParser
import Engine
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
        statusd watch location --location gpsd://localhost:2947 --format plain
        statusd watch --once --format plain || echo "status $?"
      """)

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      """
      How a line looks: json (the default), plain, waybar, i3blocks, i3bar, polybar, tmux, or a template like \
      '{value.couriers.length} couriers, {age}'.
      """,
      valueName: "format"),
    completion: .list(WatchFormat.names))
  private var format: String?

  @Option(
    name: .customLong("text"),
    help: ArgumentHelp("The text in the format of a bar: a template.", valueName: "template"))
  private var text: String?

  @Option(
    name: .customLong("interval"),
    help: ArgumentHelp(
      "The time between two polls in seconds, or the shortest between two locations.", valueName: "seconds"))
  private var intervalText: String?

  @Flag(help: "End with the first value or failure; the exit status is that of call.")
  private var once = false

  @Argument(
    help: "The name of a resource, or location; state by default.",
    completion: .list(["state", "menu", "location"]))
  private var name: String = ResourceName.state.rawValue

  func run() throws {
    let logger = try log.texts.makeLogger(level: .warning)
    let format = try WatchFormat(format, text: text, isLocation: name == ResourceName.location.rawValue)
    let interval = try interval
    let configuration = try Configuration.read(try sources.texts.settings, logger: logger)
    try check(configuration)
    let options = WatchGuest.Options(name: name, format: format, interval: interval, isOnce: once)
    defer { StandardErrorLog.flush(within: .milliseconds(100)) }
    let status = Host.run(logger: logger) { host throws(SystemError) in
      try WatchGuest(options, configuration, on: host)
    }
    throw ExitCode(status)
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
    if let resource = configuration.resources.first(where: { $0.name.rawValue == name }),
      case .template(let template) = resource.source
    {
      throw ValidationError(
        "\(name) takes \(template.parameters.joined(separator: ", ")), and watch has no arguments; "
          + "it needs a resource whose source has the values in it")
    }
    let known = configuration.resources.map(\.name.rawValue) + [ResourceName.location.rawValue]
    guard !known.contains(name) else { return }
    let advice =
      name.nearest(in: known).map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
    throw ValidationError("watch needs the name of a resource, or location; \(advice)")
  }
}
