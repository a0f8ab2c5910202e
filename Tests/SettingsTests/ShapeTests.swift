import Providers
import StatusCore
import TestSupport
import Testing

@testable import Engine
@testable import Settings

/// `shape`, `pointer` and `statuses` of a resource: what is read, and the line that each mistake gets.
struct ShapeTests {
  @Test(arguments: ResourceShape.allCases) func `state and menu have any shape that is said`(
    shape: ResourceShape
  ) throws {
    let settings = try read(toml: "resources.state.shape = '\(shape)'\nresources.menu.shape = '\(shape)'")
    #expect(settings.resource("state")?.shape == shape && settings.resource("menu")?.shape == shape)
  }

  @Test func `without a word they have their own`() throws {
    let settings = try read(toml: "")
    #expect(settings.resource("state")?.shape == .fleet && settings.resource("menu")?.shape == .menu)
  }

  @Test func `a variable says the shape of a resource of the command line`() throws {
    let source = try SourceAddress("command:git status --porcelain")
    let settings = try read(
      ["STATUSD_RESOURCES_GIT_SHAPE": "lines", "STATUSD_RESOURCES_STATE_POINTER": "/a~1b"],
      sources: [(ResourceName(rawValue: "git"), source)])
    #expect(settings.resource("git")?.shape == .lines && settings.resource("state")?.pointer == "/a~1b")
  }

  @Test func `statuses are numbers and classes`() throws {
    let settings = try read(
      toml: "[resources.menu.statuses]\n404 = 'empty'\n5xx = 'unchanged'\n'503' = 'notFound'\n410 = 'ok'")
    let entries = try #require(settings.resource("menu")?.statuses.entries)
    #expect(entries.map(\.statuses) == [.one(404), .one(410), .one(503), .all(5)])
    #expect(entries.map(\.meaning) == [.empty, .ok, .failure(.notFound), .unchanged])
    #expect(settings.resource("state")?.statuses.isEmpty == true)
  }

  @Test(arguments: [
    ("shape = 'txt'", "shape must be one of fleet, menu, any, text, lines, got “txt”"),
    ("pointer = 'a'", "pointer must be a JSON Pointer, such as /data/items/0, got “a”"),
    ("pointer = '/a~2'", "pointer must be a JSON Pointer, such as /data/items/0, got “/a~2”"),
    ("pointer = ['a']", "pointer must be a JSON Pointer, such as /data/items/0, got an array"),
    (
      "pointer = '/a'\nresources.menu.shape = 'text'",
      "pointer means something only where the source gives JSON, and the shape is text"
    ),
    ("statuses = 'ok'", "statuses must be a table, got a string"),
    (
      "statuses = { 4XX = 'ok' }",
      "statuses has a status “4XX”; a status must be a number between 200 and 599, or a class such as 4xx"
    ),
    (
      "statuses = { 199 = 'ok' }",
      "statuses has a status “199”; a status must be a number between 200 and 599, or a class such as 4xx"
    ),
    (
      "statuses = { 404 = 'notfound' }",
      "statuses.404 must be ok, empty, unchanged or a kind of failure (docs/failures.md), got “notfound”; "
        + "did you mean notFound?"
    ),
    (
      "statuses = { 404 = 'emty' }",
      "statuses.404 must be ok, empty, unchanged or a kind of failure (docs/failures.md), got “emty”; did you "
        + "mean empty?"
    ),
    (
      "statuses = { 404 = 1 }",
      "statuses.404 must be ok, empty, unchanged or a kind of failure (docs/failures.md), got 1"
    ),
  ])
  func `a mistake has a line`(toml: String, line: String) {
    #expect(problem(toml: "resources.menu.\(toml)") == "FILE: resources.menu.\(line)")
  }

  @Test func `every mistake of a table has one`() throws {
    var commandLine = CommandLineSettings()
    let file = try TemporaryFile(
      "[resources.menu.statuses]\nx = 'ok'\n404 = 'no'\n5xx = 7\n200 = 'ok'", named: ".toml")
    commandLine.file = file.path
    let (_, problems) = SettingsReader.judge(commandLine, environment: Environment([:]))
    #expect(problems.lines.count == 3)
  }

  @Test func `the listing has them with their origins`() throws {
    var commandLine = CommandLineSettings()
    let file = try TemporaryFile(
      "[resources.menu]\npointer = '/m'\nstatuses = { 404 = 'empty', 5xx = 'notFound' }", named: ".toml")
    commandLine.file = file.path
    let toml = SettingsReader.examine(commandLine, environment: Environment([:])).listing.toml
    #expect(toml.contains("pointer = \"/m\"  # file \(file.path):2"))
    #expect(toml.contains("statuses.404 = \"empty\"  # file \(file.path):3"))
    #expect(toml.contains("statuses.5xx = \"notFound\"  # file \(file.path):3"))
  }

  @Test func `values of another part, or of another shape, belong to another source`() {
    var resource = Configuration.Resource(name: .menu, shape: .any, source: .file("x"))
    let whole = resource.identity
    resource.pointer = "/a"
    let part = resource.identity
    resource.shape = .text
    resource.pointer = ""
    #expect(whole != part && resource.identity != whole && resource.identity != part)
  }
}
