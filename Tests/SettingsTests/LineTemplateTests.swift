import Engine
import Jansson
import Testing

@testable import Settings

/// What a template of `watch` makes of a snapshot.
struct LineTemplateTests {
  private static let snapshot = JSONText(
    trusting: Array(
      #"{"resource":"temp","status":"loaded","failure":{"title":"Off"}}"#.utf8))
  private static let value =
    #"{"c":21.50,"name":"kü","tags":["a","b"],"on":true,"no":null,"o":{"length":9},"e\u0301":1}"#

  private func text(_ template: String, age: String? = nil) throws -> String {
    try LineTemplate(template, isLocation: false).text(
      of: Self.snapshot, value: Array(Self.value.utf8), age: age)
  }

  @Test(arguments: [
    ("{value.c} °C", "21.50 °C"), ("{value.name}", "kü"), ("{value.name.length}", "2"),
    ("{value.tags.length}", "2"), ("{value.tags.1}", "b"),
    ("{value.on}|{value.no}|{value.gone}|{value.gone.length}|{value.c.length}", "true||||"),
    ("{value.o.length}", "9"), ("{value.tags}", #"["a","b"]"#), ("{failure.title}", "Off"),
    ("{{{status}}}", "{loaded}"), ("", ""), ("plain", "plain"), ("{age}", ""),
    // Names are compared by their bytes: this is “é” as one scalar, and the member has two.
    ("{value.\u{E9}}", ""), ("{value.e\u{301}}", "1"),
    // A combining mark behind a brace makes it no other character.
    ("{value.c}\u{301}", "21.50\u{301}"),
  ])
  func `places are members of the snapshot`(template: String, text: String) throws {
    #expect(try self.text(template) == text)
  }

  @Test func `the age is what it is said to be`() throws {
    #expect(try text("{age} {status}", age: "5 min") == "5 min loaded")
  }

  @Test(arguments: ["{", "}", "{status", "status}", "{}", "{valu.x}", "{coordinate.latitude}", "{{}"])
  func `a template that cannot be meant is refused`(template: String) {
    #expect(throws: WatchMistake.self) { try LineTemplate(template, isLocation: false) }
  }

  @Test(arguments: [
    ("{value.runs[0].x}", "{value.runs.0.x}"), ("{value[\"a\"]['b']}", "{value.a.b}"),
    ("{value.[3]}", "{value..3}"),
    ("{[0]}", "{.0}"),
  ])
  func `brackets are refused with the right form`(template: String, form: String) {
    let error = #expect(throws: WatchMistake.self) { try LineTemplate(template, isLocation: false) }
    #expect(error?.message.hasSuffix("as in \(form)") == true, "\(String(describing: error))")
  }

  @Test func `a location has members of its own`() throws {
    #expect(throws: WatchMistake.self) { try LineTemplate("{value}", isLocation: true) }
    #expect(throws: WatchMistake.self) { try LineTemplate("{coordinate.lat}", isLocation: true) }
    #expect(try LineTemplate("{coordinate.latitude}", isLocation: true).needsValue)
  }
}

/// Rules for the class of a value.
struct ClassRuleTests {
  @Test(arguments: [
    ("failed:/conclusion=failure", "failed", "/conclusion=failure"),
    ("in-progress_2:!/x", "in-progress_2", "!/x"),
    ("a:", "a", ""), ("a:/b=c:d", "a", "/b=c:d"),
  ])
  func `a rule is a class and a condition`(rule: String, name: String, text: String) throws {
    let read = try ClassRule(rule)
    #expect(read.name == name && read.text == text)
  }

  @Test(arguments: [
    ("failed", "CLASS:CONDITION"), (":/x", "CLASS:CONDITION"), ("fail ed:/x", "CLASS:CONDITION"),
    ("é:/x", "CLASS:CONDITION"), (String(repeating: "a", count: 65) + ":/x", "CLASS:CONDITION"),
    ("/conclusion=failure:failed", "CLASS:CONDITION"), ("failed:conclusion=failure", "JSON Pointer"),
    ("failed:/n>=many", "needs a number"),
  ])
  func `another text is refused`(rule: String, words: String) {
    let error = #expect(throws: WatchMistake.self) { try ClassRule(rule) }
    #expect(error?.message.contains(words) == true)
  }
}

/// The tables `watch.NAME` of the configuration.
struct WatchSettingsTests {
  @Test func `a table of watch is read, in TOML and in JSON`() throws {
    let toml = """
      [watch.menu]
      text = "${value.sections.length} {{}}"
      class = "{value.state}"
      classWhen = ["failed:/a=1", "warning:/b"]
      [watch.location]
      text = "{coordinate.latitude}"
      """
    let json = #"""
      {"watch": {"menu": {"text": "${value.sections.length} {{}}", "class": "{value.state}",
        "classWhen": ["failed:/a=1", "warning:/b"]}, "location": {"text": "{coordinate.latitude}"}}}
      """#
    let (first, second) = try (read(toml: toml).configuration.watches, read(json: json).configuration.watches)
    #expect(first == second && first.map(\.name) == ["menu", "location"])
    #expect(first[0].text == "${value.sections.length} {{}}" && first[0].classTemplate == "{value.state}")
    #expect(first[0].classRules == ["failed:/a=1", "warning:/b"] && first[1].classRules == [])
  }

  @Test(arguments: [
    (
      "watch.menu.text = '{value.runs[0]}'",
      "watch.menu.text has a place with [; elements have their number behind"
    ),
    (
      "watch.menu.class = '{valu}'",
      "watch.menu.class names a member that no snapshot has; did you mean value?"
    ),
    ("watch.location.text = '{value}'", "watch.location.text names a member that no snapshot has"),
    ("watch.menu.classWhen = ['failed']", "watch.menu.classWhen needs CLASS:CONDITION"),
    (
      "watch.menu.classWhen = 'failed:/x'",
      "watch.menu.classWhen must be an array of rules CLASS:CONDITION, got a string"
    ),
    ("watch.menu.classWhen = [1]", "watch.menu.classWhen must be an array of rules CLASS:CONDITION, got 1"),
    ("watch.menu.clas = 'x'", "watch.menu.clas is unknown; did you mean watch.menu.class?"),
    ("watch.'a b'.text = 'x'", "watch has a table “a b”"), ("wach.menu.text = 'x'", "did you mean watch?"),
    ("watch = 1", "watch must be a table, got 1"),
  ])
  func `a mistake is named with its key`(toml: String, sentence: String) throws {
    let found = try #require(problem(toml: toml))
    #expect(found.contains(sentence), "\(found)")
  }

  @Test func `a table that names no resource is worth a warning`() throws {
    let notices = try read(toml: "watch.mnu.text = 'x'\nwatch.menu.text = 'x'\nwatch.location.text = 'x'")
      .notices
    #expect(notices == ["watch.mnu names no resource; did you mean watch.menu?"])
  }
}
