import ArgumentParser
import Engine
import Providers
import Settings
import StatusCore

/// The configuration options of all commands that run the daemon.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file, TOML or JSON. The default is config.toml or config.json in "
        + "$XDG_CONFIG_HOME/statusd or ~/.config/statusd.",
      valueName: "file"))
  private var config: String?

  // These are strings, as is every option: see ChoiceOption.
  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "Where the state comes from: https://…, http://…, file:PATH, command:PROGRAM ARGS… or demo (the default).",
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
      "Where the location comes from: route (the default), route:FILE, gpsd://HOST:PORT or gpx:FILE.",
      valueName: "source"))
  private var locationText: String?

  @Option(
    name: .customLong("seed"),
    help: ArgumentHelp("The seed of all random choices.", valueName: "number"))
  private var seedText: String?

  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      "The scenario that replaces every source: a file, or one of "
        + Scenario.builtIn.map(\.name).joined(separator: ", ") + ".",
      valueName: "file|name"))
  private var scenarioText: String?

  @Option(
    name: .customLong("clock"),
    help: ArgumentHelp(
      "The clock: system, or manual, which starts with the year 2000 and moves only by advanceClock.",
      valueName: "clock"),
    completion: .list(Configuration.Clock.allCases.map(\.rawValue)))
  private var clockText: String?

  /// The options as settings.
  var settings: CommandLineSettings {
    get throws {
      var settings = CommandLineSettings()
      guard config != "" else { throw ValidationError("--config must name a file") }
      settings.file = config
      settings.seed = try seed
      settings.clock = try ChoiceOption.choice(clockText, of: "--clock") ?? .system
      settings.scenario = try scenario
      settings.sources = try sources
      settings.location = try locationText.map(Self.location)
      return settings
    }
  }

  private var seed: UInt64? {
    get throws {
      guard let seedText else { return nil }
      guard let seed = UInt64(seedText) else {
        throw ValidationError("--seed must be a whole number between 0 and \(UInt64.max)")
      }
      return seed
    }
  }

  private var scenario: ScenarioChoice? {
    get throws {
      do throws(ScenarioChoice.Unknown) {
        guard let scenarioText else { return nil }
        return try ScenarioChoice(scenarioText)
      } catch {
        throw ValidationError("--scenario: \(error)")
      }
    }
  }

  private var sources: [(name: ResourceName, address: SourceAddress)] {
    get throws {
      var sources: [(name: ResourceName, address: SourceAddress)] = []
      if let stateText { sources.append((.state, try Self.address(stateText, of: "--state"))) }
      if let menuText { sources.append((.menu, try Self.address(menuText, of: "--menu"))) }
      for text in resourceTexts { sources.append(try Self.resource(text)) }
      var seen: Set<ResourceName> = []
      if let twice = sources.first(where: { !seen.insert($0.name).inserted }) {
        throw ValidationError("the source of \(twice.name) is given twice")
      }
      return sources
    }
  }

  private static func resource(_ text: String) throws -> (name: ResourceName, address: SourceAddress) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ValidationError("--resource must be NAME=SOURCE, got no equals sign")
    }
    guard let name = ResourceName.configured(String(text[..<equals])) else {
      throw ValidationError("--resource: the name before the equals sign \(ResourceName.rule)")
    }
    return (name, try address(String(text[text.index(after: equals)...]), of: "--resource \(name)"))
  }

  private static func location(_ text: String) throws -> LocationAddress {
    do throws(LocationAddressError) {
      return try LocationAddress(text)
    } catch {
      throw ValidationError("--location: \(error)")
    }
  }

  private static func address(_ text: String, of option: String) throws -> SourceAddress {
    do throws(SourceAddressError) {
      return try SourceAddress(text)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }
}
