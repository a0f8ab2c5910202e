import Engine
import Jansson
import StatusCore
import Text

@testable import Providers
@testable import Settings

/// Holds what reads files and variables to its promises: the first byte of an input says what the rest is.
package enum ConfigurationInvariants {
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    switch first % 5 {
    case 0: try checkFile(text, "fuzz.toml")
    case 1: try checkFile(text, "fuzz.json")
    case 2: try checkScenario(text, "fuzz.toml")
    case 3: try checkScenario(text, "fuzz.json")
    default: try checkVariables(text)
    }
  }

  private static let variables: Environment = ["TOKEN": "value", "EMPTY": ""]

  private static func checkFile(_ text: [UInt8], _ path: String) throws(Violation) {
    let file = ConfigurationFile(path: path)
    var reader = FileLayer(file: file, environment: variables)
    let layer: Layer
    do throws(ConfigurationProblem) {
      layer = reader.layer(of: try file.members(of: text))
    } catch {
      return try checkProblem(error)
    }
    for problem in reader.problems.first { try checkProblem(problem) }
    var configuration = Configuration()
    layer.apply(to: &configuration)
    try checkResources(configuration)
  }

  /// Every body that a scenario brings is JSON, unless it was given as a string.
  private static func checkScenario(_ text: [UInt8], _ path: String) throws(Violation) {
    let file = ConfigurationFile(path: path, holds: "scenario")
    let members: [GivenValue.Member]
    do throws(ConfigurationProblem) {
      members = try file.members(of: text)
    } catch {
      return try checkProblem(error)
    }
    let scenario: Scenario
    do throws(ConfigurationProblems) {
      scenario = try ScenarioReader.scenario(of: members, in: file)
    } catch {
      for problem in error.first { try checkProblem(problem) }
      return
    }
    for (name, script) in scenario.scripts {
      try require(ResourceName.configured(name.rawValue) != nil, "a resource is called \(name)")
      try require(!script.steps.isEmpty, "a script has no steps")
      for step in script.steps {
        try require(.zero ... .seconds(31_536_000) ~= step.after, "a step waits \(step.after)")
      }
    }
  }

  /// Lines of `NAME=VALUE`, as the environment holds them.
  private static func checkVariables(_ text: [UInt8]) throws(Violation) {
    var environment: [String: String] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: line[..<equals], as: UTF8.self)
      environment["STATUSD_" + name] = String(decoding: line[(equals + 1)...], as: UTF8.self)
    }
    let read = EnvironmentLayer(
      Environment(environment), resources: [.state, .menu, ResourceName(rawValue: "a-b")])
    for problem in read.problems.first { try checkProblem(problem) }
    try require(read.notices.count <= 11, "\(read.notices.count) notices")
    for notice in read.notices { try checkShown(notice) }
  }

  // MARK: What comes of it

  private static func checkResources(_ configuration: Configuration) throws(Violation) {
    let names = configuration.resources.map(\.name)
    try require(Set(names).count == names.count, "a resource is there twice")
    for header in configuration.resources.flatMap(\.headers) {
      try require(header.line != nil, "the header \(header.name) cannot be sent")
    }
  }

  private static func checkProblem(_ problem: ConfigurationProblem) throws(Violation) {
    try checkShown("\(problem)")
    try require((problem.key ?? "").utf8.count <= 2_048, "a key of \(problem.key?.utf8.count ?? 0) bytes")
    try require(problem.key?.visible == problem.key, "the key \(problem.key?.debugDescription ?? "")")
  }

  private static func checkShown(_ line: String) throws(Violation) {
    try require(line.utf8.count <= 8_192, "a message of \(line.utf8.count) bytes")
    try require(line.visible == line, "a message with what cannot be seen: \(line.debugDescription)")
  }
}
