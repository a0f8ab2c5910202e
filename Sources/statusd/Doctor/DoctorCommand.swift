import ArgumentParser
import Engine
import Logging
import Reactor
import Settings
import StatusCore
import Text

/// `statusd doctor`: says what is wrong on this computer, and how to mend it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the configuration, every source and this process, and say how to mend what is wrong.",
    discussion: """
      Every source is asked once. The status is 0 if nothing is wrong, and 1 otherwise; warnings count as nothing.

      Examples:
        statusd doctor
        statusd doctor menu location
        statusd doctor --config /etc/statusd.toml
        statusd doctor --json | jq -r '.checks[] | select(.status == "problem") | .message'
      """)

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @Flag(help: "Print JSON on one line.")
  private var json = false

  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("The most time for each source, in seconds; 15 by default.", valueName: "seconds"))
  private var timeoutText: String?

  @Argument(
    help: "The resources that are asked, and location; all of them by default.",
    completion: .custom(CompletionWords.names))
  private var names: [String] = []

  func run() throws {
    // What fails is reported as a check.
    let logger = try log.texts.makeLogger(level: .critical)
    let timeout = try timeout
    let (read, _, warnings, problems) = SettingsReader.examine(try sources.texts.settings)
    let configuration = problems.isEmpty ? read.configuration : nil
    let report = DoctorReport(isJSON: json)
    let before = DoctorCheck.configuration(read, problems, warnings)
    // Who names a resource has no question about the process.
    let after = names.isEmpty ? DoctorCheck.process : []
    guard let configuration else { throw ExitCode(report.print(before + after)) }
    try check(against: configuration)
    let status = Host.run(logger: logger) { host in
      DoctorGuest(configuration, of: names, timeout: timeout, on: host) { report.print(before + $0 + after) }
    }
    StandardErrorLog.flush(within: .milliseconds(100))
    throw ExitCode(status)
  }

  private func check(against configuration: Configuration) throws {
    let known = configuration.resources.map(\.name.rawValue) + [ResourceName.location.rawValue]
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    let advice =
      unknown.nearest(in: known).map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
    throw ValidationError("doctor takes names of resources, and location; \(advice)")
  }

  private var timeout: Duration {
    get throws {
      guard let timeoutText else { return .seconds(15) }
      // NaN is in no range.
      guard let seconds = Double(timeoutText), 0.05...3_600 ~= seconds else {
        throw ValidationError("--timeout must be between 0.05 and 3600 seconds")
      }
      return .seconds(seconds)
    }
  }
}
