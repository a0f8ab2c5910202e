import Engine
import Providers
import Testing

@testable import Settings

/// Sources with parameters in the configuration, and the line that each mistake gets.
struct ParameterTests {
  private static let file = "resources.build.source = 'file:{branch}'\n"

  @Test func `a source with a parameter is a template`() throws {
    let settings = try read(toml: Self.file)
    guard case .template(let template) = settings.resource("build")?.source else {
      Issue.record("no template")
      return
    }
    #expect(template.parameters == ["branch"])
  }

  @Test func `what is polled from the start has no parameters`() {
    let sentence =
      "must be false: the source has parameters, and setAutoPolling switches it on for their values"
    #expect(
      problem(toml: Self.file + "resources.build.autoPolling.enabled = true")
        == "FILE: resources.build.autoPolling.enabled \(sentence)")
    let variable = "STATUSD_RESOURCES_BUILD_AUTO_POLLING_ENABLED"
    #expect(
      problem(toml: Self.file, [variable: "true"])
        == "\(variable): resources.build.autoPolling.enabled \(sentence)")
    #expect(problem(toml: Self.file + "resources.build.autoPolling.enabled = false") == nil)
    #expect(problem(toml: Self.file + "resources.build.autoPolling.interval = 5") == nil)
  }

  @Test func `a template where none may stand is an error with its place`() {
    #expect(
      problem(toml: "resources.build.source = 'https://{host}/'")
        == "FILE: resources.build.source names no source: the host of a URL must not hold a template; "
        + "its path and its query may (%7B stands for “{”)")
  }

  @Test(arguments: ["http://h/{a}", "command:show {a}"])
  func `the manual clock refuses templates that take real time`(source: String) throws {
    #expect(throws: (any Error).self) {
      try read(toml: "resources.build.source = '\(source)'", clock: .manual)
    }
    _ = try read(toml: Self.file, clock: .manual)
  }

  @Test func `limits.instances is how many instances there may be`() throws {
    #expect(try read().configuration.instances == 256)
    #expect(try read(toml: "limits.instances = 7").configuration.instances == 7)
    #expect(
      problem(toml: "limits.instances = 0")
        == "FILE: limits.instances must be a whole number between 1 and 65536, got 0")
    #expect(
      problem(toml: "limits.instance = 1")
        == "FILE: limits.instance is unknown; did you mean limits.instances?")
  }
}
