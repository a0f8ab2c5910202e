import Engine
import Providers
import StatusCore
import Testing

@testable import Settings

/// `recoveryOptions`: what is read, and the line that each mistake gets.
struct RecoveryOptionTests {
  private func options(_ toml: String) throws -> [Configuration.RecoveryOption] {
    try read(toml: toml).configuration.recoveryOptions
  }

  @Test func `an option has its title, its kinds, its command and its time`() throws {
    let option = try #require(
      try options(
        """
        [recoveryOptions.restart]
        title = "Restart the Server"
        for = ["serverError", "cannotConnect"]
        command = "systemctl 'restart' menu"
        timeout = 5
        """
      ).first)
    #expect(option.name == "restart" && option.title == "Restart the Server")
    #expect(option.kinds == [.serverError, .cannotConnect])
    #expect(option.command == Command(program: "systemctl", arguments: ["restart", "menu"]))
    #expect(option.timeout == .seconds(5))
  }

  @Test func `only the title is needed`() throws {
    let option = try #require(try options("recoveryOptions.ask.title = 'Ask Ada'").first)
    #expect(option.kinds == nil && option.command == nil && option.timeout == .seconds(30))
  }

  @Test func `a resource has options of its own`() throws {
    let settings = try read(
      toml: "resources.menu.recoveryOptions.a.title = 'A'\nrecoveryOptions.b.title = 'B'")
    #expect(settings.resource("menu")?.recoveryOptions.map(\.name) == ["a"])
    #expect(settings.resource("state")?.recoveryOptions.isEmpty == true)
    #expect(settings.configuration.recoveryOptions.map(\.name) == ["b"])
  }

  @Test func `the variables that headers name are known`() throws {
    let toml = "[resources.menu.headers]\nA = 'x ${ONE}${TWO}'\nB = '$${THREE} $FOUR'"
    let settings = try read(toml: toml, ["ONE": "1", "TWO": "2", "THREE": "3"])
    #expect(settings.resource("menu")?.headerVariables == ["ONE", "TWO"])
  }

  @Test(arguments: [
    ("recoveryOptions = []", "recoveryOptions must be a table, got an array"),
    ("recoveryOptions.a = 'A'", "recoveryOptions.a must be a table, got a string"),
    ("recoveryOptions.a = {}", "recoveryOptions.a.title is missing"),
    (
      "recoveryOptions.'a b'.title = 'A'",
      "recoveryOptions has an option “a b”; a name must be 1 to 64 letters, digits, - and _"
    ),
    (
      "recoveryOptions.a.titel = 'A'",
      "recoveryOptions.a.titel is unknown; did you mean recoveryOptions.a.title?"
    ),
    (
      "resources.menu.recoveryOptions.a.titel = 'A'",
      "resources.menu.recoveryOptions.a.titel is unknown; did you mean resources.menu.recoveryOptions.a.title?"
    ),
    (
      "resources.menu.recoveryOption.a.title = 'A'",
      "resources.menu.recoveryOption is unknown; did you mean resources.menu.recoveryOptions?"
    ),
    ("recoveryOption.a.title = 'A'", "recoveryOption is unknown; did you mean recoveryOptions?"),
    (
      "recoveryOptions.a.title = 3",
      "recoveryOptions.a.title must be a string of 1 to 100 characters on one line, got 3"
    ),
    (
      "recoveryOptions.a.title = ''",
      "recoveryOptions.a.title must be a string of 1 to 100 characters on one line, got an empty string"
    ),
    (
      "recoveryOptions.a.title = \"A\\nB\"",
      "recoveryOptions.a.title must be a string of 1 to 100 characters on one line"
    ),
    (
      "recoveryOptions.a = {title = 'A', for = 'serverError'}",
      "recoveryOptions.a.for must be an array of kinds of failure, got a string"
    ),
    (
      "recoveryOptions.a = {title = 'A', for = []}",
      "recoveryOptions.a.for must name a kind of failure at least"
    ),
    (
      "recoveryOptions.a = {title = 'A', for = ['serverEror']}",
      "recoveryOptions.a.for names “serverEror”, which is no kind of failure (docs/failures.md); did you mean serverError?"
    ),
    (
      "recoveryOptions.a = {title = 'A', for = [3]}",
      "recoveryOptions.a.for must be an array of kinds of failure, got 3"
    ),
    (
      "recoveryOptions.a = {title = 'A', command = ' '}",
      "recoveryOptions.a.command names no command: the command must begin with a program"
    ),
    (
      "recoveryOptions.a = {title = 'A', command = 'a s3cret | b'}",
      "recoveryOptions.a.command names no command: “|” at character 10 of the command must be quoted: no shell will see it (or name one: sh -c '…')"
    ),
    (
      "recoveryOptions.a = {title = 'A', command = 'a', timeout = 0}",
      "recoveryOptions.a.timeout must be a number of seconds between 0.05 and 3600, got 0"
    ),
    (
      "recoveryOptions.a = {title = 'A', timeout = 1}",
      "recoveryOptions.a.timeout means something only beside command"
    ),
    ("resources.builds.recoveryOptions.a.title = 'A'", "resources.builds.source is missing"),
  ])
  func `a mistake gets one line that names it`(toml: String, line: String) {
    #expect(problem(toml: toml) == "FILE: \(line)")
  }

  @Test func `there are as many options as buttons fit`() {
    let many = (1...21).map { "recoveryOptions.o\($0).title = 'O'" }.joined(separator: "\n")
    #expect(problem(toml: many) == "FILE: recoveryOptions must have at most 20 options, got 21")
  }

  @Test func `no variable of the environment stands for one`() throws {
    let settings = try read(toml: "", ["STATUSD_RECOVERY_OPTIONS_A_TITLE": "x"])
    #expect(settings.notices.count == 1)
  }

  @Test func `under the manual clock a command is refused where no scenario plays`() throws {
    for (toml, key) in [
      ("recoveryOptions.a = {title = 'A', command = 'a'}", "recoveryOptions.a"),
      (
        "resources.menu.recoveryOptions.a = {title = 'A', command = 'a'}", "resources.menu.recoveryOptions.a"
      ),
    ] {
      #expect(
        problem(toml: toml, clock: .manual)
          == "--clock manual: \(key).command takes real time; leave it out, or play a scenario, in which no command runs"
      )
      #expect(problem(toml: toml, clock: .manual, scenario: "first-fails") == nil)
    }
    #expect(problem(toml: "recoveryOptions.a.title = 'A'", clock: .manual) == nil)
  }

  private func problem(
    toml: String, clock: Configuration.Clock = .system, scenario: String? = nil
  ) -> String? {
    guard clock == .manual else { return SettingsTests.problem(toml: toml) }
    do {
      _ = try read(toml: toml, clock: clock, scenario: scenario.map { try ScenarioChoice($0) })
      return nil
    } catch {
      return "\(error)"
    }
  }
}
