import Engine
import Jansson
import Reactor
import Settings

/// `statusd config`: prints the effective configuration, or judges it.
struct ConfigCommand: ConfiguredCommand {
  static let name = "config"
  static let abstract = "Print the effective configuration, with the origin of each key, or check it."
  static let discussion = """
    Prints TOML with every key and behind it where its value comes from: default, file, environment or option. \
    Passwords, values of headers and arguments of commands are ***. A wrong configuration has a line on standard \
    error for each mistake, and the status is 78. --check also ends with 78 for a variable or a file that is named \
    and is not there, and warns of what is probably not meant.

    Examples:
      statusd config
      statusd config --check --config /etc/statusd.toml
      statusd config --json | jq -r '.settings[] | select(.origin != "default") | .key'
    """

  static var options: [OptionGroup<ConfigCommand>] {
    let own = OptionGroup<ConfigCommand>(options: [
      Option(flag: "--check", "Print nothing but mistakes and warnings.") { $0.isCheckOnly = true },
      Option(flag: "--json", "Print JSON on one line.") { $0.isJSON = true },
    ])
    return [.configuration, own]
  }

  static var surplusAdvice: String? {
    "config prints every key, and grep finds one: statusd config | grep KEY"
  }

  var settings = CommandLineSettings()
  private var isCheckOnly = false
  private var isJSON = false

  init() {}

  func run() throws(CommandEnd) -> CInt {
    let (read, listing, warnings, problems) = SettingsReader.examine(settings)
    for line in problems.lines { LastWords.write("statusd: \(line)") }
    for line in read.missing.lines { LastWords.write("statusd: \(line)") }
    guard problems.isEmpty, read.missing.isEmpty || !isCheckOnly else { return ExitStatus.configuration }
    for warning in warnings { LastWords.write("statusd: warning: \(warning)") }
    guard !isCheckOnly else { return 0 }
    return try Reference.print(isJSON ? JSONText { $0.settings(listing) }.description : listing.toml)
  }
}
