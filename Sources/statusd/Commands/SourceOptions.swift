import ArgumentParser
import Engine
import Providers
import Text

/// The configuration options of all commands that run the daemon.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "The configuration file, TOML or JSON. The default is config.toml or config.json in "
        + "$XDG_CONFIG_HOME/statusd or ~/.config/statusd.",
      valueName: "file"),
    completion: .file())
  private var configText: String?

  // These are strings, as is every option: see ChoiceOption.
  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "Where the state comes from: \(SourceAddress.Scheme.allCases.map(\.fullForm).alternatives) (the default).",
      valueName: "source"
    ))
  private var stateText: String?

  @Option(
    name: .customLong("menu"),
    help: ArgumentHelp("Where the menu comes from, in the same form.", valueName: "source"))
  private var menuText: String?

  @Option(
    name: .customLong("resource"), parsing: .singleValue,
    help: ArgumentHelp("Where another resource comes from; may be repeated.", valueName: "name=source"))
  private var resourceTexts: [String] = []

  @Option(
    name: .customLong("location"),
    help: ArgumentHelp(
      "Where the location comes from: \(Self.locations.alternatives).",
      valueName: "source"))
  private var locationText: String?

  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The folder that keeps the last values and the history across restarts, or none (the default).",
      valueName: "folder|none"),
    completion: .directory)
  private var storeText: String?

  @Option(
    name: .customLong("seed"),
    help: ArgumentHelp("The seed of all random choices.", valueName: "number"))
  private var seedText: String?

  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      "The scenario that replaces every source: a file, or one of "
        + Scenario.builtIn.map(\.name).joined(separator: ", ") + ".",
      valueName: "file|name"),
    completion: .list(Scenario.builtIn.map(\.name)))
  private var scenarioText: String?

  @Option(
    name: .customLong("clock"),
    help: ArgumentHelp(
      "The clock: system, or manual, which starts with the year 2000 and moves only by advanceClock.",
      valueName: "clock"),
    completion: .list(Configuration.Clock.allCases.map(\.rawValue)))
  private var clockText: String?

  private static let locations = LocationAddress.fullForms.map { $0 == "route" ? "route (the default)" : $0 }

  /// What the library has read.
  var texts: SourceTexts {
    SourceTexts(
      config: configText, state: stateText, menu: menuText, resources: resourceTexts, location: locationText,
      store: storeText, seed: seedText, scenario: scenarioText, clock: clockText)
  }
}
