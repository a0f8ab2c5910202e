import Engine
import StatusCore
import Testing

@testable import Settings

/// A message is one short line of what can be seen, however long and whatever a configuration is.
struct BoundedMessageTests {
  private static let long = "\u{202E}\u{1B}" + String(repeating: "x", count: 50_000)
  private static let plain = String(repeating: "x", count: 50_000)

  @Test(arguments: [
    #"{"\#(plain)": 1}"#, #"{"resources": {"\#(plain)": {}}}"#,
    #"{"resources": {"state": {"\#(plain)": 1}}}"#,
    #"{"resources": {"b": {"source": "demo", "shape": "\#(plain)"}}}"#,
    #"{"resources": {"state": {"source": "\#(plain)"}}}"#, #"{"location": {"source": "\#(plain)"}}"#,
    #"{"location": {"source": "gpx:a?\#(plain)"}}"#,
    #"{"resources": {"state": {"headers": {"\#(plain)": 1}}}}"#,
    #"{"resources": {"state": {"headers": {"\#(plain) ": ""}}}}"#,
    #"{"resources": {"state": {"headers": {"a": "${\#(plain)"}}}}"#,
    #"{"resources": {"state": {"source": "command:a\#(plain)|"}}}"#, "\(plain)",
  ])
  func `a JSON file`(json: String) {
    for text in [json, json.replacing(Self.plain, with: #"\u202e\u001b"# + Self.plain)] {
      expectShort(problem(json: text))
    }
  }

  @Test func `what is missing`() throws {
    for path in [Self.plain, "file:\(Self.plain)"] {
      let lines = try missing(toml: "resources.state.headers.'\(Self.plain)' = '${\(path)}'")
      #expect(lines.count == 1)
      expectShort(lines.first)
    }
  }

  @Test(arguments: [
    "\(plain) = 1", "'\(plain)' = 1", "a = \(plain)", "a = '\(plain)", "[\(plain)",
    "a = 1\n'\(plain)' = 2\n'\(plain)' = 3",
    "resources.'\(plain)' = 1",
  ])
  func `a TOML file`(toml: String) {
    for text in [toml, toml.replacing(Self.plain, with: Self.long)] { expectShort(problem(toml: text)) }
  }

  @Test(arguments: [
    "resources.'\(plain)' = 1", "resources.state.steps = [{then = '\(plain)'}]",
    "resources.state.steps = [{then = 'ok', '\(plain)' = 1}]", "'\(plain)' = 1",
    "resources.state.steps = [{then = 'ok', value = {'\(plain)' = {'\(plain)' = inf}}}]",
  ])
  func `a scenario`(toml: String) throws {
    let file = ConfigurationFile(path: "a.toml", holds: "scenario")
    let members = try file.members(of: Array(toml.utf8))
    let problems = #expect(throws: ConfigurationProblems.self) {
      try ScenarioReader.scenario(of: members, in: file)
    }
    for problem in problems?.first ?? [] {
      expectShort("\(problem)")
      #expect(problem.key.map { $0.utf8.count <= 2_048 } == true)
    }
  }

  @Test func `the path of a file`() {
    for path in ["/" + Self.long, "https://me:s3cret@host/" + Self.plain] {
      let problem = ConfigurationProblem(.file(path), "is wrong")
      expectShort("\(problem)")
      #expect(!"\(problem)".contains("s3cret"))
    }
  }

  @Test func `thousands of names that are known, or are none`() throws {
    let known = (0..<5_000).map { "r\($0)" }
    expectShort("rx".advice(among: known))
    #expect("r".advice(among: Array(known[..<25])) == "did you mean r0?")
    #expect("tests".advice(among: Array(known[..<25])).hasSuffix("r19 and 5 more"))
    let variables = Dictionary(uniqueKeysWithValues: known.map { ("STATUSD_RESOURCES_\($0)_TIMEOU", "1") })
    let notices = EnvironmentLayer(
      Environment(variables), resources: known.map { ResourceName(rawValue: $0) }
    ).notices
    #expect(notices.count == 11)
    #expect(notices.last == "4990 more variables stand for no key and are ignored")
  }

  @Test func `among thousands of keys none is looked for that is near to a variable`() {
    func notices(resources count: Int) -> [String] {
      EnvironmentLayer(
        ["STATUSD_RESOURCES_R1_TIMEOU": "1"],
        resources: (0..<count).map { ResourceName(rawValue: "r\($0)") }
      ).notices
    }
    #expect(notices(resources: 10).first?.hasSuffix("did you mean STATUSD_RESOURCES_R1_TIMEOUT?") == true)
    #expect(
      notices(resources: 2_000) == [
        "the variable STATUSD_RESOURCES_R1_TIMEOU stands for no key and is ignored"
      ])
  }

  @Test func `a variable whose equals sign was mistyped shows nothing of its value`() throws {
    let notices = EnvironmentLayer(
      ["STATUSD_RESOURCES_MENU_SOURCE:https://me:s3cret@host/?a": "b"], resources: [.state, .menu]
    ).notices
    #expect(notices.count == 1)
    #expect(notices[0].hasPrefix("the variable STATUSD_RESOURCES_MENU_SOURCE… stands for no key"))
  }

  @Test func `a variable that is near to one of ours is warned of, another is not`() throws {
    let notices = EnvironmentLayer(
      ["STATUSD_STAT": "a", "STATUSD_TOKEN": "b", "STATUSD_BIN": "c"], resources: [.state, .menu]
    ).notices
    #expect(
      notices == ["the variable STATUSD_STAT stands for no key and is ignored; did you mean STATUSD_STATE?"])
  }

  @Test func `a header's value does not outgrow its bound by its variables`() {
    let variable = ["A": String(repeating: "a", count: 40_000)]
    let toml = "resources.state = {source = 'http://h', headers = {X = '${A}${A}'}}"
    #expect(
      problem(toml: toml, variable)
        == "FILE: resources.state.headers must hold at most 65536 bytes in the value of “X”")
    #expect(problem(toml: toml.replacing("${A}${A}", with: "${A}"), variable) == nil)
  }

  private func expectShort(_ line: String?) {
    #expect(line != nil)
    let count = line?.utf8.count ?? 0
    #expect(count <= 6_000, "\(count) bytes")
    #expect(line?.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" } == false)
  }
}
