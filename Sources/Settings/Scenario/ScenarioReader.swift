import Engine
import Jansson
import Providers
import StatusCore

/// Reads a scenario's file, TOML or JSON, and says exactly what is wrong with it (docs/scenarios.md).
enum ScenarioReader {
  /// A year, for everything that takes time.
  private static let seconds = 0...31_536_000

  static func read(_ path: String) throws(ConfigurationProblem) -> Scenario {
    let file = ConfigurationFile(path: path, holds: "scenario")
    return try scenario(of: try file.contents(), in: file)
  }

  static func scenario(
    of members: [GivenValue.Member], in file: ConfigurationFile
  ) throws(ConfigurationProblem) -> Scenario {
    let whole = FileEntry(file: file, path: "", name: "", value: .table(members))
    let members = try whole.members(["resources", "location"])
    var scenario = Scenario(name: file.path)
    scenario.location = try members["location"].map(locationScript)
    for resource in try members["resources"]?.members() ?? [] {
      guard let name = ResourceName.configured(resource.name) else {
        throw resource.problem("is no resource; a name \(ResourceName.rule)")
      }
      scenario.scripts[name] = try script(resource)
    }
    return scenario
  }

  /// Refuses a script that nobody could ever see played.
  static func requireResources(
    of scenario: Scenario, among known: [ResourceName]
  ) throws(ConfigurationProblem) {
    let names = Set(known)
    for name in scenario.scripts.keys.sorted(by: { $0.rawValue < $1.rawValue }) where !names.contains(name) {
      let entry = FileEntry(
        file: ConfigurationFile(path: scenario.name), path: name.key, name: name.rawValue, value: .null)
      throw entry.unknown(among: known.map(\.rawValue))
    }
  }

  private static func script(_ entry: FileEntry) throws(ConfigurationProblem) -> Scenario.Script {
    let members = try entry.members(["steps", "end"])
    guard let steps = members["steps"] else { throw entry.missing("steps") }
    var script = Scenario.Script(try steps.elements(step))
    guard !script.steps.isEmpty else { throw steps.problem("must have at least one step") }
    if let end = members["end"] {
      script.end = try end.word(Scenario.End.allCases.map { ($0.rawValue, $0) }, listed: "last or cycle")
    }
    return script
  }

  private static func step(_ entry: FileEntry) throws(ConfigurationProblem) -> Scenario.Step {
    let members = try entry.members(["after", "then", "value", "body", "status", "retryAfter"])
    guard let then = members["then"] else { throw entry.missing("then") }
    var step = Scenario.Step(
      try then.word(outcomes, listed: "ok, notModified or a kind of failure"), body: try body(members))
    if let after = members["after"] { step.after = try after.seconds(seconds) }
    if let status = members["status"] { step.status = try status.integer(100...599) }
    if let retryAfter = members["retryAfter"] { step.retryAfter = try retryAfter.seconds(seconds) }
    try requireMeaning(of: members, in: step)
    return step
  }

  private static let outcomes: [(String, Scenario.Outcome)] =
    [("ok", .ok), ("notModified", .notModified)] + FailureKind.allCases.map { ($0.rawValue, .failure($0)) }

  private static func body(_ members: [String: FileEntry]) throws(ConfigurationProblem) -> [UInt8]? {
    guard let value = members["value"] else {
      guard let body = members["body"] else { return nil }
      return Array(try body.text().utf8)
    }
    if let body = members["body"] {
      throw body.problem("stands beside value, and only one can be what comes")
    }
    return try value.json().bytes
  }

  /// A value comes with success, a status and a wait with failure.
  private static func requireMeaning(
    of members: [String: FileEntry], in step: Scenario.Step
  ) throws(ConfigurationProblem) {
    let meaningless =
      switch step.outcome {
      case .ok: ["status", "retryAfter"]
      case .notModified: ["status", "retryAfter", "value", "body"]
      case .failure: ["value", "body"]
      }
    for name in meaningless {
      guard let entry = members[name] else { continue }
      let other = name == "value" || name == "body" ? "ok" : "a failure"
      throw entry.problem("means something only where then is \(other)")
    }
  }
}
