package import Engine
import Providers
import StatusCore

/// The configuration as it was read.
package struct ReadSettings: Sendable {
  package let configuration: Configuration
  /// The file that was read; nil for none.
  package let file: String?
  /// What is not wrong, but worth a warning in the log.
  package let notices: [String]
  /// The variables and files that the file names and that are not there: the fetches fail that need them, and nothing
  /// else does.
  package let missing: ConfigurationProblems
  /// Whether the command line has no mistake: all of them are in the configuration file or in variables.
  package let isCommandLineRight: Bool
}

/// Reads the configuration: defaults, over them the file, the environment and the command line, so that the
/// last to speak of a key is heard.
///
/// Every place is judged whole, also where another one is heard.
package enum SettingsReader {
  /// The configuration; throws the first of its mistakes.
  package static func read(
    _ commandLine: CommandLineSettings, environment: Environment = .ofProcess
  ) throws(ConfigurationProblem) -> ReadSettings {
    let (settings, problems) = judge(commandLine, environment: environment)
    if let problem = problems.first.first { throw problem }
    return settings
  }

  /// The configuration with all of its mistakes; with one, it is not to be used.
  package static func judge(
    _ commandLine: CommandLineSettings, environment: Environment = .ofProcess
  ) -> (settings: ReadSettings, problems: ConfigurationProblems) {
    let (settings, problems, _) = judgeLayers(commandLine, environment)
    return (settings, problems)
  }

  /// Judges it for a person who asks what is wrong with it: with every key, its value and its origin, and with
  /// what is probably not meant.
  package static func examine(
    _ commandLine: CommandLineSettings, environment: Environment = .ofProcess
  ) -> (settings: ReadSettings, listing: SettingsListing, advice: [String], problems: ConfigurationProblems) {
    let (settings, problems, layers) = judgeLayers(commandLine, environment)
    let listing = SettingsListing(settings.configuration, layers)
    let advice = problems.isEmpty ? SettingsAdvice.lines(on: settings.configuration, layers) : []
    return (settings, listing, settings.notices + advice, problems)
  }

  static func judgeLayers(
    _ commandLine: CommandLineSettings, _ environment: Environment
  ) -> (ReadSettings, ConfigurationProblems, Layers) {
    var problems = ConfigurationProblems()
    let layers = Layers(commandLine, environment, &problems)
    let missing = layers.missing
    var configuration = configuration(of: layers, commandLine, environment)
    configuration.note(missing)
    problems.add(SettingsCheck.problems(of: configuration, layers))
    if let lines = layers.lines { problems = problems.located(in: lines.path, by: lines.line) }
    var notices = layers.notices
    // The mistakes in what the command line asks for.
    var others = ConfigurationProblems()
    if let scenario = scenario(commandLine, environment, &others) {
      configuration.scenario = scenario
      others.collect { () throws(ConfigurationProblem) in
        notices += try configuration.addResources(of: scenario)
      }
      configuration.readScenario = { (json) throws(ConfigurationProblem) in
        try ScenarioReader.scenario(json: json)
      }
    }
    notices += SettingsCheck.notices(of: configuration)
    // A scenario plays in place of every source.
    if configuration.clock == .manual, commandLine.scenario == nil {
      others.add(TimelessCheck.problems(of: configuration))
    }
    problems.add(others)
    // A client may already know a resource of whose table only the name can be used.
    if !problems.isEmpty { configuration.addResources(named: layers.ofFile.tables) }
    var needs = ConfigurationProblems()
    for missing in missing { needs.add(missing.problem) }
    let settings = ReadSettings(
      configuration: configuration, file: layers.file?.path, notices: notices, missing: needs,
      isCommandLineRight: others.isEmpty)
    return (settings, problems, layers)
  }

  private static func configuration(
    of layers: Layers, _ commandLine: CommandLineSettings, _ environment: Environment
  ) -> Configuration {
    var configuration = Configuration()
    for layer in layers.all { layer.apply(to: &configuration) }
    configuration.file = layers.file?.path
    // A session under the manual clock is the same on every machine.
    if commandLine.clock != .manual {
      configuration.openedFile =
        configuration.file.map { commandLine.absolute($0) } ?? ConfigurationFile.usual(environment)
    }
    configuration.sortResources()
    configuration.fixChance(by: commandLine.seed)
    configuration.clock = commandLine.clock
    configuration.watchedFiles =
      ConfigurationFile.watched(layers.file, environment: environment) + layers.ofFile.secretFiles
    if let folder = environment.folder { configuration.beginPaths(at: folder) }
    configuration.reload = { () throws(ConfigurationProblems) in
      let (settings, problems) = judge(commandLine, environment: environment)
      guard problems.isEmpty else { throw problems }
      return settings.configuration
    }
    return configuration
  }

  private static func scenario(
    _ commandLine: CommandLineSettings, _ environment: Environment,
    _ problems: inout ConfigurationProblems
  ) -> Scenario? {
    switch commandLine.scenario {
    case nil: return nil
    case .builtIn(let scenario): return scenario
    case .file(let path):
      do throws(ConfigurationProblems) {
        return try ScenarioReader.read(environment.path(path))
      } catch {
        problems.add(error)
        return nil
      }
    }
  }
}
