import Engine
import TestSupport
import Testing

@testable import Settings

/// Where in a file a mistake is.
struct MistakeLineTests {
  private func lines(_ text: String, named ending: String = ".toml") throws -> [Int?] {
    let file = try TemporaryFile(text, named: ending)
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    return SettingsReader.judge(commandLine, environment: [:]).problems.first.map(\.line)
  }

  @Test(arguments: [
    ("a = 1", [1]), ("\n[resources.state]\ntimeot = 5", [3]), ("\n\n[limits]\nbatch = 0\ndept = 8", [4, 5]),
    ("[limits]\nbatch = 1\n[", [3]), ("[resources.x]\ntimeout = 5", [1]),
    ("resources.state.headers = 3\nresources.menu.timeout = 0", [1, 2]),
    ("[resources.state]\ncertificate = '/x'", [1]),
  ])
  func `a mistake has the line of its key, or of the table that lacks it`(text: String, expected: [Int])
    throws
  {
    #expect(try lines(text) == expected)
  }

  @Test func `a file of JSON has lines for what is no JSON alone`() throws {
    #expect(try lines(#"{"a": 1}"#, named: ".json") == [nil])
    #expect(try lines("{\n!", named: ".json") == [2])
  }

  @Test func `a variable has no line`() {
    let problems = SettingsReader.judge(CommandLineSettings(), environment: ["STATUSD_LIMITS_BATCH": "x"])
      .problems
    #expect(problems.first.map(\.line) == [nil])
  }

  @Test func `what the command line asks for is no mistake of the file`() throws {
    let file = try TemporaryFile("limits.batch = 0", named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    #expect(SettingsReader.judge(commandLine, environment: [:]).settings.isCommandLineRight)
    commandLine.scenario = .file("/proc/nonexistent")
    #expect(!SettingsReader.judge(commandLine, environment: [:]).settings.isCommandLineRight)
  }
}
