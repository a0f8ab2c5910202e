package import Engine
import Providers
import StatusCore
import Text

/// The configuration as it was read.
package struct ReadSettings: Sendable {
  package let configuration: Configuration
  /// The file that was read; nil for none.
  package let file: String?
  /// What is not wrong, but worth a warning in the log.
  package let notices: [String]
}

/// Reads the configuration: defaults, over them the file, the environment and the command line, so that the
/// last to speak of a key is heard.
///
/// Every place is judged whole, also where another one is heard.
package enum SettingsReader {
  package static func read(
    _ commandLine: CommandLineSettings, environment: Environment = .ofProcess
  ) throws(ConfigurationProblem) -> ReadSettings {
    let file = try ConfigurationFile.find(named: commandLine.file, environment: environment)
    var layers: [Layer] = []
    if let file { layers.append(try FileLayer(file: file, environment: environment).layer()) }
    let given = commandLine.layer
    let fromEnvironment = try EnvironmentLayer(environment, resources: names(layers + [given]))
    layers += [fromEnvironment.layer, given]
    if let file { try requireSources(layers, in: file) }
    var configuration = configuration(of: layers, commandLine)
    configuration.file = file?.path
    configuration.scenario = try scenario(commandLine, for: configuration.resources)
    // A scenario plays in place of every source.
    if configuration.clock == .manual, configuration.scenario == nil {
      try requireTimeless(configuration.resources)
      try requireTimeless(configuration.location)
    }
    return ReadSettings(
      configuration: configuration, file: file?.path, notices: fromEnvironment.notices)
  }

  /// The resources that there are, each once.
  private static func names(_ layers: [Layer]) -> [ResourceName] {
    ([.state, .menu] + layers.flatMap { $0.resources.map(\.name) }).withoutRepetition
  }

  private static func configuration(of layers: [Layer], _ commandLine: CommandLineSettings) -> Configuration {
    var configuration = Configuration()
    for layer in layers { layer.apply(to: &configuration) }
    configuration.resources[2...].sort { $0.name.rawValue < $1.name.rawValue }
    configuration.fixChance(by: commandLine.seed)
    configuration.clock = commandLine.clock
    configuration.reload = { () throws(ConfigurationProblem) in try read(commandLine).configuration }
    return configuration
  }

  private static func scenario(
    _ commandLine: CommandLineSettings, for resources: [Configuration.Resource]
  ) throws(ConfigurationProblem) -> Scenario? {
    switch commandLine.scenario {
    case nil: return nil
    case .builtIn(let scenario): return scenario
    case .file(let path):
      let scenario = try ScenarioReader.read(path)
      try ScenarioReader.requireResources(of: scenario, among: resources.map(\.name))
      return scenario
    }
  }

  /// What takes real time has no place in time that the client moves.
  private static func requireTimeless(_ resources: [Configuration.Resource]) throws(ConfigurationProblem) {
    for resource in resources {
      let kind: String
      switch resource.source {
      case .demo, .file: continue
      case .http: kind = "a URL"
      case .command: kind = "a command"
      }
      throw ConfigurationProblem(
        .option("--clock manual"), key: "\(resource.name.key).source",
        "must be demo or file:PATH, got \(kind), which takes real time")
    }
  }

  private static func requireTimeless(_ location: Configuration.Location) throws(ConfigurationProblem) {
    guard case .gpsd = location.source else { return }
    throw ConfigurationProblem(
      .option("--clock manual"), key: "location.source",
      "must be route, route:FILE or gpx:FILE, got gpsd, which takes real time")
  }

  /// Only `state` and `menu` have a source if nothing is said.
  private static func requireSources(
    _ layers: [Layer], in file: ConfigurationFile
  ) throws(ConfigurationProblem) {
    let all = layers.flatMap(\.resources)
    let complete = Set(all.filter { $0.setting.form == .source }.map(\.name)).union([.state, .menu])
    guard let name = all.map(\.name).first(where: { !complete.contains($0) }) else { return }
    let advice = name.rawValue.nearest(in: ["state", "menu"]).map { "; did you mean resources.\($0)?" } ?? ""
    throw ConfigurationProblem(.file(file.path), key: "\(name.key).source", "is missing\(advice)")
  }
}

extension [ResourceName] {
  fileprivate var withoutRepetition: [ResourceName] {
    var seen: Set<ResourceName> = []
    return filter { seen.insert($0).inserted }
  }
}
