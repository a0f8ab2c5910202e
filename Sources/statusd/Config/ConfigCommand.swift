import ArgumentParser
import Engine
import Jansson
import Reactor
import Settings

/// `statusd config`: prints the effective configuration, or judges it.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print the effective configuration, with the origin of each key, or check it.",
    discussion: """
      Prints TOML with every key and behind it where its value comes from: default, file, environment or option. \
      Passwords, values of headers and arguments of commands are ***. A wrong configuration has a line on standard \
      error for each mistake, and the status is 78. --check also ends with 78 for a variable or a file that is named \
      and is not there, and warns of what is probably not meant.

      Examples:
        statusd config
        statusd config --check --config /etc/statusd.toml
        statusd config --json | jq -r '.settings[] | select(.origin != "default") | .key'
      """)

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @Flag(help: "Print nothing but mistakes and warnings.")
  private var check = false

  @Flag(help: "Print JSON on one line.")
  private var json = false

  func run() throws {
    let (settings, listing, warnings, problems) = SettingsReader.examine(try sources.texts.settings)
    for line in problems.lines { LastWords.write("statusd: \(line)") }
    for line in settings.missing.lines { LastWords.write("statusd: \(line)") }
    guard problems.isEmpty, settings.missing.isEmpty || !check else { throw ExitCode(78) }
    for warning in warnings { LastWords.write("statusd: warning: \(warning)") }
    guard !check else { return }
    try Reference.print(json ? JSONText { $0.settings(listing) }.description : listing.toml)
  }
}
