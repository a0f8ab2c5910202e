import Engine
import Logging
import Reactor
import Settings
import StatusCore
import Text

/// `statusd doctor`: says what is wrong on this computer, and how to mend it.
struct DoctorCommand: ConfiguredCommand, LoggedCommand {
  static let name = "doctor"
  static let abstract =
    "Check the configuration, every source and this process, and say how to mend what is wrong."
  static let discussion = """
    Every source is asked once. The status is 0 if nothing is wrong, and 1 otherwise; warnings count as nothing.

    Examples:
      statusd doctor
      statusd doctor menu location
      statusd doctor --config /etc/statusd.toml
      statusd doctor --json | jq -r '.checks[] | select(.status == "problem") | .message'
    """

  static var arguments: [Argument] {
    [
      Argument(
        name: "names", summary: "The resources that are asked, and location; all of them by default.",
        completion: .custom { $0.subjects }, isRepeatable: true)
    ]
  }

  static var options: [OptionGroup<DoctorCommand>] {
    let own = OptionGroup<DoctorCommand>(options: [
      Option(flag: "--json", "Print JSON on one line.") { $0.isJSON = true },
      Option(
        "--timeout", "The most time for each source, in seconds; 15 by default.", seconds: 0.05...3_600
      ) { $0.timeout = $1 },
    ])
    return [.configuration, .log, own]
  }

  var settings = CommandLineSettings()
  var log = LogOptions()
  private var isJSON = false
  private var timeout = Duration.seconds(15)
  private var names: [String] = []

  init() {}

  mutating func take(_ words: [String]) { names = words }

  func run() throws(CommandEnd) -> CInt {
    // What fails is reported as a check.
    let logger = try log.makeLogger(level: .critical)
    let (read, _, warnings, problems) = SettingsReader.examine(settings)
    let configuration = problems.isEmpty ? read.configuration : nil
    let report = DoctorReport(isJSON: isJSON)
    let before = DoctorCheck.configuration(read, problems, warnings)
    // Who names a resource has no question about the process.
    let after = names.isEmpty ? DoctorCheck.process : []
    guard let configuration else { return report.print(before + after) }
    try check(against: configuration)
    let status = Host.run(logger: logger) { host in
      DoctorGuest(configuration, of: names, timeout: timeout, on: host) { report.print(before + $0 + after) }
    }
    StandardErrorLog.flush(within: .milliseconds(100))
    return status
  }

  private func check(against configuration: Configuration) throws(CommandEnd) {
    let known = configuration.resources.map(\.name.rawValue) + [ResourceName.location.rawValue]
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    let advice =
      unknown.nearest(in: known).map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
    throw .mistake("doctor takes names of resources, and location; \(advice)")
  }
}
