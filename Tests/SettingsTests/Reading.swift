import Engine
import Providers
import StatusCore
import TestSupport

@testable import Settings

/// Reads a configuration that consists of this.
func read(
  toml: String? = nil, json: String? = nil, _ environment: [String: String] = [:],
  sources: [(ResourceName, SourceAddress)] = [], location: LocationAddress? = nil,
  clock: Configuration.Clock = .system, scenario: ScenarioChoice? = nil
) throws -> ReadSettings {
  var commandLine = CommandLineSettings()
  commandLine.sources = sources.map { (name: $0, address: $1) }
  commandLine.location = location
  (commandLine.clock, commandLine.scenario) = (clock, scenario)
  let file = try (toml ?? json).map { try TemporaryFile($0, named: json == nil ? ".toml" : ".json") }
  commandLine.file = file?.path
  defer { withExtendedLifetime(file) {} }
  return try SettingsReader.read(commandLine, environment: Environment(environment))
}

/// What is wrong with a configuration that consists of this; nil for nothing.
///
/// The path of its file is `FILE`.
func problem(
  toml: String? = nil, json: String? = nil, _ environment: [String: String] = [:]
) -> String? {
  do {
    _ = try read(toml: toml, json: json, environment)
    return nil
  } catch let error as ConfigurationProblem {
    guard case .file(let path) = error.place else { return "\(error)" }
    return "\(error)".replacing(path, with: "FILE")
  } catch {
    return "\(error)"
  }
}

/// What a configuration that consists of this names and that is not there; it is right otherwise.
///
/// The path of its file is `FILE`.
func missing(
  toml: String, _ environment: [String: String] = [:], sources: [(ResourceName, SourceAddress)] = []
) throws -> [String] {
  let settings = try read(toml: toml, environment, sources: sources)
  return settings.missing.lines.map { $0.replacing(settings.file ?? "", with: "FILE") }
}

extension ReadSettings {
  /// The resource of that name.
  func resource(_ name: String) -> Configuration.Resource? {
    configuration.resources.first { $0.name.rawValue == name }
  }
}
