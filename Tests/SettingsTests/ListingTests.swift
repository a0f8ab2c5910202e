import Engine
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// The effective configuration as `statusd config` prints it.
struct ListingTests {
  private func list(
    toml: String, _ environment: Environment = [:], state: String? = nil
  ) throws -> [String] {
    let file = try TemporaryFile(toml, named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    if let state { commandLine.sources = [(.state, try SourceAddress(state))] }
    let (_, listing, _, problems) = SettingsReader.examine(commandLine, environment: environment)
    #expect(problems.isEmpty, "\(problems.lines)")
    return listing.toml.replacing(file.path, with: "FILE").split(separator: "\n").map(String.init)
  }

  @Test func `a key has the origin that was heard last`() throws {
    let lines = try list(
      toml:
        "limits.batch = 7\nlimits.depth = 9\n\n[resources.state]\nretry = { attempts = 5 }\nsource = 'file:a'",
      ["STATUSD_LIMITS_DEPTH": "10", "STATUSD_MENU": "file:m"], state: "file:b")
    for line in [
      "limits.batch = 7  # file FILE:1", "limits.depth = 10  # environment STATUSD_LIMITS_DEPTH",
      "limits.inFlight = 256  # default", "retry.attempts = 5  # file FILE:5", "retry.base = 0.2  # default",
      "source = \"file:b\"  # option --state", "source = \"file:m\"  # environment STATUSD_MENU",
    ] { #expect(lines.contains(line), "\(line) in \(lines)") }
  }

  @Test func `secrets are masked, and names of variables are kept`() throws {
    let text = try list(
      toml: """
        [resources.state]
        source = "https://me:s3cret@example.org/a?token=s3cret"
        headers = { Authorization = "Bearer ${TOKEN}", X-Key = "s3cret", Cookie = "id=s3cret${TOKEN}s3cret", X-Mark = "${TOKEN}\u{301}s3cret${TOKEN}" }
        [resources.b]
        source = "command:prog --token s3cret"
        [recoveryOptions.r]
        title = "R"
        command = "prog s3cret"
        """, ["TOKEN": "s3cret"]
    ).joined(separator: "\n")
    #expect(!text.contains("s3cret"))
    for line in [
      "headers.Authorization = \"Bearer ${TOKEN}\"  # file FILE:3", "headers.X-Key = \"***\"",
      "headers.Cookie = \"***${TOKEN}***\"", "headers.X-Mark = \"${TOKEN}***${TOKEN}\"",
      "source = \"command:prog ***\"",
      "recoveryOptions.r.command = \"prog ***\"  # file FILE:8",
      "source = \"https://example.org/a?token=***\"",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test func `what is printed is read as the same configuration`() throws {
    let toml = """
      minimumRequestTime = 1.5
      [resources.state]
      source = "file:a \\"b\\" \\u202E.json"
      staleAfter = 3
      autoPolling.interval = 0.25
      [resources.builds]
      source = "file:{branch}.json"
      [resources.web]
      source = "https://example.org/{name}/x"
      [recoveryOptions.r]
      title = "R"
      for = ["serverError", "notFound"]
      command = "prog"
      [location]
      source = "gpx:a.gpx?rate=10&loop=1"
      [watch.builds]
      text = "${value.price} {age}"
      classWhen = ["failed:/state=failed", "slow:/minutes>=10"]
      """
    let printed = try list(toml: toml).joined(separator: "\n")
    let (first, second) = try (read(toml: toml).configuration, read(toml: printed).configuration)
    #expect(first.resources == second.resources && first.location == second.location)
    #expect(first.watches == second.watches && first.watches.count == 1)
    #expect(first.recoveryOptions == second.recoveryOptions && first.limits == second.limits)
    #expect(first.minimumRequestTime == second.minimumRequestTime && first.store == second.store)
    #expect(try list(toml: printed).count == printed.split(separator: "\n").count)
  }
}
