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
      error for each mistake, and the status is 78.

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
    let (listing, notices, problems) = SettingsReader.list(try sources.texts.settings)
    for line in problems.lines { LastWords.write("statusd: \(line)") }
    guard problems.isEmpty else { throw ExitCode(78) }
    for notice in notices { LastWords.write("statusd: warning: \(notice)") }
    guard !check else { return }
    try Reference.print(json ? JSONText { $0.settings(listing) }.description : listing.toml)
  }
}
