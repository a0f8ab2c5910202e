import Engine
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// A configuration is judged to its end: every mistake has a line.
struct SeveralMistakesTests {
  private func lines(toml: String, _ environment: Environment = [:]) throws -> [String] {
    let file = try TemporaryFile(toml, named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    let lines = SettingsReader.judge(commandLine, environment: environment).problems.lines
    return lines.map { $0.replacing(file.path, with: "FILE") }
  }

  @Test func `the mistakes of a file and of variables are all reported`() throws {
    let lines = try lines(
      toml: """
        minimumRequestTim = 1
        [limits]
        batch = 0
        [resources.state]
        timeot = 5
        retry = { attempts = "three", base = -1 }
        headers = { "A B" = "1", Connection = "2", Token = "${ABSENT}" }
        [resources.builds]
        shape = "any"
        [recoveryOptions.restart]
        titel = "Restart"
        timeout = 3
        """, ["STATUSD_LIMITS_IN_FLIGHT": "many", "STATUSD_STATE": "gopher:"])
    #expect(
      Set(lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }) == [
        "FILE: minimumRequestTim", "FILE: limits.batch", "FILE: resources.state.timeot",
        "FILE: resources.state.retry.attempts", "FILE: resources.state.retry.base",
        "FILE: resources.state.headers",
        "FILE: recoveryOptions.restart.titel", "FILE: recoveryOptions.restart.title",
        "FILE: recoveryOptions.restart.timeout", "STATUSD_STATE: resources.state.source",
        "STATUSD_LIMITS_IN_FLIGHT: limits.inFlight", "FILE: resources.builds.source",
      ])
    #expect(lines.count { $0.hasPrefix("FILE: resources.state.headers ") } == 2)
    #expect(lines.count == 13)
  }

  @Test func `a source that is wrong or misspelt is not missing as well`() throws {
    let lines = try lines(
      toml: "resources.a.sorce = 'demo'\nresources.b.source = 3\nresources.c.timeout = 'x'\nresources.d = 1")
    #expect(
      lines == [
        "FILE: resources.a.sorce is unknown; did you mean resources.a.source?",
        "FILE: resources.b.source must be a string that names a source, got 3",
        "FILE: resources.c.timeout must be a number of seconds between 0.05 and 3600, got a string",
        "FILE: resources.d must be a table, got 1", "FILE: resources.c.source is missing",
      ])
  }

  @Test func `the first twenty are reported and the others are counted`() throws {
    let toml = (1...25).map { "x\($0) = 1\n" }.joined()
    let lines = try lines(toml: toml)
    #expect(lines.count == 21 && lines[19].hasPrefix("FILE: x20 is unknown"))
    #expect(lines.last == "5 more mistakes")
    #expect(try self.lines(toml: toml, ["STATUSD_STATE": "x"]).last == "6 more mistakes")
  }

  @Test func `the manual clock refuses each source that takes real time`() {
    var commandLine = CommandLineSettings()
    commandLine.clock = .manual
    commandLine.location = .gpsd(host: "a", port: 1)
    for name in ["a", "b"] {
      commandLine.sources.append((.init(rawValue: name), .command(.init(program: "x", arguments: []))))
    }
    let problems = SettingsReader.judge(commandLine, environment: [:]).problems
    #expect(
      problems.first.map(\.key) == ["resources.a.source", "resources.b.source", "location.source"])
  }
}
