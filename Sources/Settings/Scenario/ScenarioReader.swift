import Engine
import Jansson
import Providers
import StatusCore

/// Reads a scenario's file, TOML or JSON, and says exactly what is wrong with it (docs/scenarios.md): of each step
/// its first mistake, beside every name that is unknown.
enum ScenarioReader {
  /// A year, for everything that takes time.
  private static let seconds = 0...31_536_000

  static func read(_ path: String) throws(ConfigurationProblems) -> Scenario {
    let file = ConfigurationFile(path: path, holds: "scenario")
    let members: [GivenValue.Member]
    do throws(ConfigurationProblem) {
      members = try file.contents()
    } catch {
      throw ConfigurationProblems(error)
    }
    return try scenario(of: members, in: file)
  }

  static func scenario(
    of members: [GivenValue.Member], in file: ConfigurationFile
  ) throws(ConfigurationProblems) -> Scenario {
    var problems = ConfigurationProblems()
    let whole = FileEntry(file: file, path: "", pointer: "", name: "", value: .table(members))
    var scenario = Scenario(name: file.path)
    do throws(ConfigurationProblem) {
      let members = try whole.members(["resources", "location"], &problems)
      if let location = members["location"] { scenario.location = locationScript(location, &problems) }
      for resource in try members["resources"]?.members() ?? [] {
        if let name = ResourceName.configured(resource.name) {
          scenario.scripts[name] = script(resource, &problems)
        } else {
          problems.add(resource.problem("is no resource; a name \(ResourceName.rule)"))
        }
      }
    } catch {
      problems.add(error)
    }
    guard problems.isEmpty else { throw problems }
    return scenario
  }

  /// A scenario that came as JSON: the name of a built-in one, or what a file would hold; throws the first of its
  /// mistakes.
  static func scenario(json: [UInt8]) throws(ConfigurationProblem) -> Scenario {
    let file = ConfigurationFile(path: "inline", holds: "scenario", param: "scenario")
    let given: GivenValue
    do throws(FileSyntaxError) {
      given = try JSONFileText.parse(json)
    } catch {
      throw ConfigurationProblem(file.place, "is no scenario: \(error.message)", entry: .init("", .range))
    }
    let whole = FileEntry(file: file, path: "", pointer: "", name: "", value: given)
    switch given {
    case .string:
      return try whole.word(
        Scenario.builtIn.map { ($0.name, $0) },
        listed: "one of \(Scenario.builtIn.map(\.name).joined(separator: ", ")), or an object")
    case .table(let members):
      do throws(ConfigurationProblems) {
        return try scenario(of: members, in: file)
      } catch {
        throw error.first[0]
      }
    case .array, .integer, .real, .boolean, .time, .null: throw whole.expected("a name or an object")
    }
  }

  private static func script(
    _ entry: FileEntry, _ problems: inout ConfigurationProblems
  ) -> Scenario.Script? {
    do throws(ConfigurationProblem) {
      let members = try entry.members(["steps", "end", "shape"], &problems)
      var script = Scenario.Script(try steps(of: entry, members, &problems, step))
      if let end = members["end"] {
        script.end = try end.word(
          Scenario.End.allCases.map { ($0.rawValue, $0) }, listed: "last, cycle or fail")
      }
      script.shape = try members["shape"]?.word(
        ResourceShape.allCases.map { ($0.rawValue, $0) }, listed: "fleet, menu, any, text or lines")
      return script
    } catch {
      problems.add(error)
      return nil
    }
  }

  /// The steps that can be read; the mistakes of the others join `problems`.
  static func steps<Step>(
    of script: FileEntry, _ members: [String: FileEntry], _ problems: inout ConfigurationProblems,
    _ read: (FileEntry, inout ConfigurationProblems) throws(ConfigurationProblem) -> Step
  ) throws(ConfigurationProblem) -> [Step] {
    guard let steps = members["steps"] else { throw script.missing("steps") }
    let entries = try steps.elements()
    guard !entries.isEmpty else { throw steps.problem("must have at least one step") }
    var known: [Step] = []
    for entry in entries {
      do throws(ConfigurationProblem) {
        known.append(try read(entry, &problems))
      } catch {
        problems.add(error)
      }
    }
    return known
  }

  private static func step(
    _ entry: FileEntry, _ problems: inout ConfigurationProblems
  ) throws(ConfigurationProblem) -> Scenario.Step {
    let members = try entry.members(
      ["after", "then", "value", "body", "status", "retryAfter"] + namesOfFailures, &problems)
    guard let then = members["then"] else { throw entry.missing("then") }
    var step = Scenario.Step(
      try then.word(outcomes, listed: "ok, notModified or a kind of failure"), body: try body(members))
    step.isValue = members["value"] != nil
    if let after = members["after"] { step.after = try after.seconds(seconds) }
    if let status = members["status"] { step.status = try status.integer(100...599) }
    if let retryAfter = members["retryAfter"] { step.retryAfter = try retryAfter.seconds(seconds) }
    try requireMeaning(of: members, in: step)
    if case .failure(let kind) = step.outcome { try readFailure(of: kind, members, into: &step) }
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
      case .ok: ["status", "retryAfter"] + namesOfFailures
      case .notModified: ["status", "retryAfter", "value", "body"] + namesOfFailures
      case .failure: ["value", "body"]
      }
    for name in meaningless {
      guard let entry = members[name] else { continue }
      let other = name == "value" || name == "body" ? "ok" : "a failure"
      throw entry.problem("means something only where then is \(other)")
    }
  }
}
