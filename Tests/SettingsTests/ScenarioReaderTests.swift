import Engine
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// The files of `--scenario`.
@Suite struct ScenarioReaderTests {
  private func read(_ text: String, as ending: String = ".toml") throws -> Scenario {
    let file = try TemporaryFile(text, named: ending)
    var commandLine = CommandLineSettings()
    commandLine.scenario = .file(file.path)
    defer { withExtendedLifetime(file) {} }
    return try #require(try SettingsReader.read(commandLine, environment: [:]).configuration.scenario)
  }

  private func problem(_ text: String, as ending: String = ".toml") -> String? {
    do {
      _ = try read(text, as: ending)
      return nil
    } catch let error as ConfigurationProblem {
      guard case .file(let path) = error.place else { return "\(error)" }
      return "\(error)".replacing(path, with: "FILE")
    } catch {
      return "\(error)"
    }
  }

  @Test func `TOML and JSON say the same`() throws {
    let toml = try read(
      """
      [resources.menu]
      end = "cycle"
      [[resources.menu.steps]]
      then = "ok"
      value = [{name = "Coke", category = "drinks", spicy = false, price = 3.5}]
      [[resources.menu.steps]]
      after = 0.25
      then = "tooManyRequests"
      status = 429
      retryAfter = 30
      [[resources.menu.steps]]
      then = "ok"
      body = "<html>"
      """)
    let json = try read(
      """
      {"resources": {"menu": {"end": "cycle", "steps": [
        {"then": "ok", "value": [{"name": "Coke", "category": "drinks", "spicy": false, "price": 3.5}]},
        {"after": 0.25, "then": "tooManyRequests", "status": 429, "retryAfter": 30},
        {"then": "ok", "body": "<html>"}]}}}
      """, as: ".json")
    let script = try #require(toml.scripts[.menu])
    #expect(script.end == .cycle && script.steps.count == 3)
    #expect(script.steps[1].after == .milliseconds(250) && script.steps[1].retryAfter == .seconds(30))
    #expect(script.steps[2].body == Array("<html>".utf8))
    // toml++ tells the members of a table by name, not as they stand.
    #expect(
      String(decoding: try #require(script.steps[0].body), as: UTF8.self)
        == #"[{"category":"drinks","name":"Coke","price":3.5,"spicy":false}]"#)
    #expect(
      String(decoding: try #require(json.scripts[.menu]?.steps[0].body), as: UTF8.self)
        == #"[{"name":"Coke","category":"drinks","spicy":false,"price":3.5}]"#)
    #expect(json.scripts[.menu]?.steps[1...] == toml.scripts[.menu]?.steps[1...])
  }

  @Test(arguments: FailureKind.allCases)
  func `every kind of the catalogue can be met`(kind: FailureKind) throws {
    let scenario = try read("resources.state.steps = [{then = \"\(kind.rawValue)\"}]")
    #expect(scenario.scripts[.state] == Scenario.Script([.init(.failure(kind))]))
  }

  @Test(arguments: [
    ("resource = 1", "FILE: resource is unknown; did you mean resources?"),
    ("resources = 1", "FILE: resources must be a table, got 1"),
    (
      "resources.menu = {steps = [{then = 'ok'}], shape = 'any'}",
      "FILE: resources.menu.shape must be menu or left out"
    ),
    (
      "resources.b = {steps = [{then = 'ok'}], shape = 'flet'}",
      "FILE: resources.b.shape must be fleet, menu, any, text or lines, got “flet”; did you mean fleet?"
    ),
    ("resources.state = {}", "FILE: resources.state.steps is missing"),
    ("resources.state.steps = []", "FILE: resources.state.steps must have at least one step"),
    ("resources.state.steps = [1]", "FILE: resources.state.steps[0] must be a table, got 1"),
    ("resources.state.steps = [{}]", "FILE: resources.state.steps[0].then is missing"),
    (
      "resources.state.steps = [{then = 'ok'}, {then = 'servrError'}]",
      "FILE: resources.state.steps[1].then must be ok, notModified or a kind of failure, got “servrError”; "
        + "did you mean serverError?"
    ),
    (
      "resources.state.steps = [{then = 'ok', aftr = 1}]",
      "FILE: resources.state.steps[0].aftr is unknown; did you mean after?"
    ),
    (
      "resources.state.steps = [{then = 'ok', after = -1}]",
      "FILE: resources.state.steps[0].after must be 0 to 31536000 seconds, got -1"
    ),
    (
      "resources.state.steps = [{then = 'serverError', status = 50}]",
      "FILE: resources.state.steps[0].status must be an integer, 100 to 599, got 50"
    ),
    (
      "resources.state.steps = [{then = 'ok', status = 200}]",
      "FILE: resources.state.steps[0].status means something only where then is a failure"
    ),
    (
      "resources.state.steps = [{then = 'offline', value = 1}]",
      "FILE: resources.state.steps[0].value means something only where then is ok"
    ),
    (
      "resources.state.steps = [{then = 'ok', value = 1, body = ''}]",
      "FILE: resources.state.steps[0].body stands beside value, and only one can be what comes"
    ),
    (
      "resources.state.steps = [{then = 'ok', value = [2000-01-01]}]",
      "FILE: resources.state.steps[0].value[0] is a date or time, which JSON has no form for; "
        + "write it as a string"
    ),
    (
      "resources.state.steps = [{then = 'ok', value = {price = [1, -inf]}}]",
      "FILE: resources.state.steps[0].value.price[1] is -inf, and JSON has no such number; write it as a string"
    ),
    (
      "resources.menu.steps = [{then = 'ok', value = nan}]",
      "FILE: resources.menu.steps[0].value is nan, and JSON has no such number; write it as a string"
    ),
    (
      "resources.menu.steps = [{then = 'ok', after = nan}]",
      "FILE: resources.menu.steps[0].after must be 0 to 31536000 seconds, got nan"
    ),
    (
      "location.steps = [{then = 'ok', coordinate = {latitude = inf, longitude = 0}}]",
      "FILE: location.steps[0].coordinate.latitude must be degrees, -90 to 90, got inf"
    ),
    (
      "resources.state = {steps = [{then = 'ok'}], end = 'lsat'}",
      "FILE: resources.state.end must be last, cycle or fail, got “lsat”; did you mean last?"
    ),
    (
      "location.steps = []",
      "FILE: location.steps must have at least one step"
    ),
    (
      "location.steps = [{then = 'locationNoFx'}]",
      "FILE: location.steps[0].then must be ok, locationUnavailable, locationDenied, locationNoFix, "
        + "locationNoDevice, got “locationNoFx”; did you mean locationNoFix?"
    ),
    (
      "location.steps = [{then = 'ok', after = 0}]",
      "FILE: location.steps[0].after must be 0.1 to 31536000 seconds, got 0"
    ),
    (
      "location.steps = [{then = 'ok', coordinate = {latitude = 91, longitude = 0}}]",
      "FILE: location.steps[0].coordinate.latitude must be degrees, -90 to 90, got 91"
    ),
    (
      "location.steps = [{then = 'locationNoFix', coordinate = {latitude = 1, longitude = 0}}]",
      "FILE: location.steps[0].coordinate means something only where then is ok"
    ),
  ])
  func `what is wrong is told with its place`(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test func `every step and every unknown name is judged`() throws {
    let file = try TemporaryFile(
      """
      resource = 1
      [resources.'a b']
      [resources.menu]
      end = 'cycel'
      steps = [{then = 'okay'}, {then = 'ok', aftr = 1, vlaue = 2}, {}, {then = 'ok', after = -1}]
      [resources.state]
      [location]
      steps = [{then = 'ok', after = 0}, {then = 'servrError'}, {then = 'ok'}]
      """, named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.scenario = .file(file.path)
    let problems = SettingsReader.judge(commandLine, environment: [:]).problems
    #expect(
      Set(problems.first.map(\.key)) == [
        "resource", "resources.a b", "resources.menu.end", "resources.menu.steps[0].then",
        "resources.menu.steps[1].aftr", "resources.menu.steps[1].vlaue", "resources.menu.steps[2].then",
        "resources.menu.steps[3].after", "resources.state.steps", "location.steps[0].after",
        "location.steps[1].then",
      ])
    #expect(problems.first.count == 11 && problems.more == 0)
  }

  @Test func `a file that is not there, or no JSON, is told`() {
    #expect(problem("[", as: ".json")?.hasPrefix("FILE: line 1, column") == true)
    #expect(problem("", as: ".json") == "FILE: is empty; an empty scenario is {}")
    var commandLine = CommandLineSettings()
    commandLine.scenario = .file("/proc/nowhere/x.toml")
    #expect(throws: ConfigurationProblem.self) { try SettingsReader.read(commandLine, environment: [:]) }
  }

  @Test func `a name is a built-in scenario's, or else a file's if it looks like one`() throws {
    for scenario in Scenario.builtIn { #expect(try ScenarioChoice(scenario.name) == .builtIn(scenario)) }
    #expect(try ScenarioChoice("offline.toml") == .file("offline.toml"))
    #expect(try ScenarioChoice("./offline") == .file("./offline"))
    #expect(throws: ScenarioChoice.Unknown.self) { try ScenarioChoice("nothing-of-the-kind") }
  }
}
