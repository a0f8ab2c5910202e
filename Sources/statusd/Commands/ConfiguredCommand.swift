import Engine
import Logging
import Providers
import Reactor
import Settings
import StatusCore
import Text

/// A command that reads the configuration.
protocol ConfiguredCommand: Command {
  var settings: CommandLineSettings { get set }
}

extension OptionGroup where Root: ConfiguredCommand {
  /// The options of the configuration.
  static var configuration: Self {
    OptionGroup(title: "Configuration", options: (places + play).map { $0.kept() })
  }

  /// Where everything comes from, and where it is kept.
  private static var places: [Option<Root>] {
    [
      Option(
        "--config", "file",
        "The configuration file, TOML or JSON. The default is config.toml or config.json in "
          + "$XDG_CONFIG_HOME/statusd or ~/.config/statusd.", completion: .file
      ) { command, given throws(CommandEnd) in
        guard !given.text.isEmpty else { throw given.mistake("must name a file") }
        command.settings.file = given.text
      },
      Option("--state", "source", "Where the state comes from: \(SourceForms.all) (the default).") {
        command, given throws(CommandEnd) in
        try command.settings.add(.state, try given.source)
      },
      Option("--menu", "source", "Where the menu comes from, in the same form.") {
        command, given throws(CommandEnd) in
        try command.settings.add(.menu, try given.source)
      },
      Option(
        "--resource", "name=source", "Where another resource comes from; may be repeated.",
        isRepeatable: true
      ) { command, given throws(CommandEnd) in
        try command.settings.add(try given.resource)
      },
      Option("--location", "source", "Where the location comes from: \(SourceForms.ofLocation).") {
        command, given throws(CommandEnd) in
        command.settings.location = try given.location
      },
      Option(
        "--store", "folder|none",
        "The folder that keeps the last values and the history across restarts, or none (the default).",
        completion: .folder
      ) { command, given throws(CommandEnd) in
        guard !given.text.isEmpty else { throw given.mistake("must be none or the path of a folder") }
        command.settings.store = given.text
      },
    ]
  }

  /// What makes it come again in the same way.
  private static var play: [Option<Root>] {
    [
      Option("--seed", "number", "The seed of all random choices.") { command, given throws(CommandEnd) in
        command.settings.seed = try given.seed
      },
      Option(
        "--scenario", "file|name",
        "The scenario that replaces every source: a file, or one of \(Scenario.names.joined(separator: ", ")).",
        completion: .words { Scenario.names }
      ) { command, given throws(CommandEnd) in
        command.settings.scenario = try given.scenario
      },
      Option(
        "--clock", "clock",
        "The clock: system, or manual, which starts with the year 2000 and moves only by advanceClock.",
        of: Configuration.Clock.self
      ) { $0.settings.clock = $1 },
    ]
  }
}

extension Option where Root: ConfiguredCommand {
  /// The same option, whose words are kept for a daemon that is started with them.
  func kept() -> Self {
    Option(form: form) { command, given throws(CommandEnd) in
      try read(&command, given)
      command.settings.words.append("\(given.name)=\(given.text)")
    }
  }
}

extension ConfiguredCommand {
  /// The settings with the folder in which the command was started, for clients that run in another one.
  var placedSettings: CommandLineSettings {
    var placed = settings
    placed.directory = WorkingDirectory.path
    return placed
  }

  /// Reads the configuration; a wrong one ends the command with a line on stderr for each mistake.
  ///
  /// - Parameter placed: What to read it by; nil for ``settings``, whose paths a person sees as they were given.
  /// - Throws: Status 78 (EX_CONFIG in sysexits.h) for a wrong configuration.
  func readConfiguration(
    _ logger: Logger, by placed: CommandLineSettings? = nil
  ) throws(CommandEnd) -> Configuration {
    let (read, problems) = SettingsReader.judge(placed ?? settings)
    guard problems.isEmpty else {
      problems.report()
      throw .wrongConfiguration
    }
    read.report(to: logger)
    return read.configuration
  }
}

/// A configuration as it was read, and its mistakes.
typealias JudgedSettings = (settings: ReadSettings, problems: ConfigurationProblems)

extension CommandEnd {
  /// The end of a command whose configuration is wrong, once its mistakes were reported.
  static var wrongConfiguration: CommandEnd {
    StandardErrorLog.flush(within: .seconds(1))
    return .status(ExitStatus.configuration)
  }
}

extension ConfigurationProblems {
  /// Writes a line on stderr for each mistake.
  func report() {
    for line in lines { StandardErrorLog.writer.write("statusd: \(line)") }
  }
}

extension ReadSettings {
  /// Logs what a configuration without mistakes is worth saying.
  func report(to logger: Logger) {
    logger.debug("configuration", metadata: ["file": "\(file ?? "none")"])
    for notice in notices { logger.warning("\(notice)") }
  }
}

// MARK: Reading

extension CommandLineSettings {
  mutating func add(_ name: ResourceName, _ address: SourceAddress) throws(CommandEnd) {
    guard !sources.contains(where: { $0.name == name }) else {
      throw .mistake("the source of \(name) is given twice")
    }
    sources.append((name, address))
  }

  fileprivate mutating func add(_ source: (ResourceName, SourceAddress)) throws(CommandEnd) {
    try add(source.0, source.1)
  }
}

extension GivenOption {
  fileprivate var source: SourceAddress {
    get throws(CommandEnd) {
      do throws(SourceAddressError) {
        return try SourceAddress(text)
      } catch {
        throw .mistake("\(name): \(error)")
      }
    }
  }

  /// `NAME=SOURCE`.
  fileprivate var resource: (ResourceName, SourceAddress) {
    get throws(CommandEnd) {
      guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        throw mistake("must be NAME=SOURCE, got no equals sign")
      }
      guard let resource = ResourceName.configured(String(text[..<equals])) else {
        throw .mistake("\(name): the name before the equals sign \(ResourceName.rule)")
      }
      let source = String(text[text.utf8.index(after: equals)...])
      return (resource, try GivenOption(name: "\(name) \(resource)", text: source).source)
    }
  }

  fileprivate var location: LocationAddress {
    get throws(CommandEnd) {
      do throws(LocationAddressError) {
        return try LocationAddress(text)
      } catch {
        throw .mistake("\(name): \(error)")
      }
    }
  }

  fileprivate var scenario: ScenarioChoice {
    get throws(CommandEnd) {
      do throws(ScenarioChoice.Unknown) {
        return try ScenarioChoice(text)
      } catch {
        throw .mistake("\(name): \(error)")
      }
    }
  }

  fileprivate var seed: UInt64 {
    get throws(CommandEnd) {
      guard let number = UInt64(text) else {
        throw mistake("must be a whole number between 0 and \(UInt64.max)")
      }
      return number
    }
  }
}

// MARK: Help

/// How sources may be written, in words.
private enum SourceForms {
  static var all: String { SourceAddress.Scheme.allCases.map(\.fullForm).alternatives }
  static var ofLocation: String {
    LocationAddress.fullForms.map { $0 == "route" ? "route (the default)" : $0 }.alternatives
  }
}

extension Scenario {
  fileprivate static var names: [String] { builtIn.map(\.name) }
}
