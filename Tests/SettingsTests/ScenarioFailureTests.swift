import Engine
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// What a step says of its failure, and the resources that only a scenario names.
struct ScenarioFailureTests {
  private func read(_ text: String) throws -> ReadSettings {
    let file = try TemporaryFile(text, named: ".toml")
    defer { withExtendedLifetime(file) {} }
    return try SettingsTests.read(scenario: .file(file.path))
  }

  private func step(_ members: String, then kind: String = "serverError") throws -> Scenario.Step {
    let settings = try read("resources.menu.steps = [{then = '\(kind)', \(members)}]")
    return try #require(settings.configuration.scenario?.scripts[.menu]?.steps.first)
  }

  @Test func `a step has words of its own`() throws {
    let step = try step("title = 'A', failureReason = 'B.', recoverySuggestion = 'C.'")
    #expect(step.script?.title == "A" && step.script?.recoverySuggestion == "C.")
    #expect(step.failureReason == .quoted("B.") && step.script?.options == nil)
  }

  @Test func `a step has details of its own`() throws {
    let detail = try step(
      "detail = {url = 'u', status = 502, limit = 3, stderr = 'e', problem = {type = 't', status = 502}}"
    ).detail
    var expected = FailureDetail()
    (expected.url, expected.status, expected.limit, expected.stderr) = ("u", 502, 3, "e")
    var problem = ProblemDetails()
    (problem.type, problem.status) = ("t", 502)
    expected.problem = problem
    #expect(detail == expected)
  }

  @Test func `a step has options of its own`() throws {
    let options = try #require(
      try step(
        """
        recoveryOptions = [{id = 'tryAgain'}, {id = 'freeSpace', title = 'Empty', role = 'default'}, \
        {id = 'custom:call', title = 'Call', role = 'destructive', performedBy = 'client'}, \
        {id = 'custom:fix', title = 'Fix'}]
        """
      ).script?.options)
    #expect(options.map(\.id) == [.tryAgain, .freeSpace, .custom("call"), .custom("fix")])
    #expect(options.map(\.title) == ["Try Again", "Empty", "Call", "Fix"])
    #expect(options.map(\.role) == [.default, .default, .destructive, .default])
    #expect(options.map(\.performedBy) == [.server, .server, .client, .server])
  }

  /// Every finer case of the catalogue can be written down.
  @Test(arguments: FailureKind.allCases)
  func `a failure can have every reason of its kind, and no other`(kind: FailureKind) throws {
    for reason in kind.reasons {
      #expect(try step("detail = {reason = '\(reason)'}", then: kind.rawValue).detail.reason == reason)
    }
    #expect(throws: ConfigurationProblem.self) { try step("detail = {reason = 'x'}", then: kind.rawValue) }
  }

  @Test(arguments: [
    ("titel = 'A'", "titel is unknown; did you mean title?"),
    ("title = 3", "title must be a string, got 3"),
    ("title = ''", "title must be a string of 1 to 500 characters on one line, got an empty string"),
    (
      "failureReason = \"a\\nb\"",
      "failureReason must be a string of 1 to 500 characters on one line, got a string"
    ),
    ("detail = 3", "detail must be a table, got 3"),
    ("detail = {}", "detail must have at least one member"),
    ("detail = {reasn = 'body'}", "detail.reasn is unknown; did you mean reason?"),
    ("detail = {reason = 'body'}", "detail.reason means nothing for serverError, which has no finer cases"),
    ("detail = {signal = 65}", "detail.signal must be an integer, 1 to 64, got 65"),
    ("detail = {excerpt = 'a'}", "detail.excerpt means something only for malformedData and unexpectedShape"),
    ("detail = {code = 2}", "detail.code means something only for transportFailed"),
    ("detail = {problem = {}}", "detail.problem must have at least one member"),
    ("detail = {problem = {titel = 'A'}}", "detail.problem.titel is unknown; did you mean title?"),
    (
      "status = 500, detail = {status = 500}",
      "status stands beside detail.status, and only one can be the status"
    ),
    ("recoveryOptions = {}", "recoveryOptions must be an array, got a table"),
    ("recoveryOptions = [{}]", "recoveryOptions[0].id is missing"),
    (
      "recoveryOptions = [{id = 'tryAgian'}]",
      "recoveryOptions[0].id must be custom:NAME or an option of docs/failures.md, got “tryAgian”; did you mean tryAgain?"
    ),
    ("recoveryOptions = [{id = 'custom:a'}]", "recoveryOptions[0].title is missing"),
    (
      "recoveryOptions = [{id = 'custom:', title = 'A'}]",
      "recoveryOptions[0].id must have 1 to 64 letters, digits, - and _ behind “custom:”"
    ),
    (
      "recoveryOptions = [{id = 'cancel'}, {id = 'cancel'}]",
      "recoveryOptions[1] is the second option “cancel”"
    ),
    (
      "recoveryOptions = [{id = 'tryAgain', performedBy = 'client'}]",
      "recoveryOptions[0] is performed by the server, whatever a scenario says"
    ),
    (
      "recoveryOptions = [{id = 'tryAgain', rol = 'default'}]",
      "recoveryOptions[0].rol is unknown; did you mean role?"
    ),
  ])
  func `a mistake gets one line that names it`(members: String, line: String) {
    let problem = #expect(throws: ConfigurationProblem.self) { try step(members) }
    #expect(
      problem.map { "\($0)".hasSuffix(": resources.menu.steps[0].\(line)") } == true, "\(problem as Any)")
  }

  @Test(arguments: ["title = 'A'", "detail = {status = 500}", "recoveryOptions = []"])
  func `words belong to failures`(members: String) {
    #expect(throws: ConfigurationProblem.self) { try step(members, then: "ok") }
  }

  // MARK: Resources

  @Test func `a resource that only the scenario names is there`() throws {
    let settings = try read(
      "resources.news = {steps = [{then = 'ok'}], shape = 'menu'}\nresources.alarms.steps = [{then = 'ok'}]")
    #expect(settings.configuration.resources.map(\.name.rawValue) == ["state", "menu", "alarms", "news"])
    #expect(settings.resource("news")?.shape == .menu && settings.resource("alarms")?.shape == .any)
    #expect(settings.notices.isEmpty)
  }

  @Test func `a name that is near to another's is a warning`() throws {
    let notices = try read("resources.meun.steps = [{then = 'ok'}]").notices
    #expect(notices == ["only the scenario names the resource meun; did you mean menu?"])
  }

  // MARK: From JSON

  private func given(_ json: String) throws -> Scenario {
    let settings = try SettingsTests.read(scenario: try ScenarioChoice("demo"))
    let read = try #require(settings.configuration.readScenario)
    return try read(Array(json.utf8))
  }

  @Test func `without a scenario none is read`() throws {
    #expect(try SettingsTests.read().configuration.readScenario == nil)
  }

  @Test func `a scenario in JSON is the name of a built-in one or an object`() throws {
    for scenario in Scenario.builtIn { #expect(try given("\"\(scenario.name)\"") == scenario) }
    let scenario = try given(#"{"resources":{"menu":{"steps":[{"then":"offline"}],"end":"fail"}}}"#)
    #expect(scenario.name == "inline" && scenario.scripts[.menu]?.end == .fail)
  }

  @Test(arguments: ["502", "502.0", "5.02e2"])
  func `an integer may be written with a fraction or an exponent`(number: String) throws {
    let scenario = try given(
      #"{"resources":{"menu":{"steps":[{"then":"serverError","status":\#(number)}]}}}"#)
    #expect(scenario.scripts[.menu]?.steps.first?.status == 502)
  }

  @Test(arguments: [
    (#""first-fail""#, "", "range", "first-fails"), ("3", "", "type", nil),
    (#"{"resource":{}}"#, "/resource", "unknown", "resources"),
    (#"{"resources":{"menu":{}}}"#, "/resources/menu/steps", "missing", nil),
    (
      #"{"resources":{"menu":{"steps":[{"then":"ok"},{"then":"offlin"}]}}}"#, "/resources/menu/steps/1/then",
      "range", "offline"
    ),
    (
      #"{"resources":{"menu":{"steps":[{"then":"ok","after":"x"}]}}}"#, "/resources/menu/steps/0/after",
      "type", nil
    ),
    (
      #"{"resources":{"menu":{"steps":[{"then":"ok","after":-1}]}}}"#, "/resources/menu/steps/0/after",
      "range", nil
    ),
    (
      #"{"resources":{"menu":{"steps":[{"then":"offline","status":99}]}}}"#,
      "/resources/menu/steps/0/status", "range", nil
    ),
    (
      #"{"resources":{"menu":{"steps":[{"then":"offline","status":500.5}]}}}"#,
      "/resources/menu/steps/0/status", "type", nil
    ),
    (#"{"a/b":1}"#, "/a~1b", "unknown", nil),
  ])
  func `a mistake has its place as a JSON Pointer`(
    json: String, pointer: String, reason: String, suggestion: String?
  ) {
    let problem = #expect(throws: ConfigurationProblem.self) { try given(json) }
    #expect(problem?.entry?.pointer == pointer && problem?.entry?.suggestion == suggestion)
    #expect(problem?.entry?.reason.rawValue == reason)
    #expect(problem.map { "\($0)".hasPrefix("params.scenario: ") } == true)
  }
}
