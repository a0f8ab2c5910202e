import Engine
import Providers
import StatusCore
import Testing

@testable import Settings

/// Command line over environment over file over defaults (docs/configuration.md).
struct PrecedenceTests {
  @Test(
    arguments: [
      // file, environment, command line: what is heard
      (nil, [:], nil, "demo"),
      ("file:f", [:], nil, "file:f"),
      ("file:f", ["STATUSD_RESOURCES_STATE_SOURCE": "file:e"], nil, "file:e"),
      ("file:f", ["STATUSD_RESOURCES_STATE_SOURCE": "file:e"], "file:c", "file:c"),
      ("file:f", [:], "file:c", "file:c"),
      (nil, ["STATUSD_RESOURCES_STATE_SOURCE": "file:e"], "file:c", "file:c"),
      (nil, ["STATUSD_RESOURCES_STATE_SOURCE": "file:e"], nil, "file:e"),
      (nil, ["STATUSD_STATE": "file:short"], nil, "file:short"),
      ("file:f", ["STATUSD_STATE": "file:short"], nil, "file:short"),
      (
        nil, ["STATUSD_STATE": "file:short", "STATUSD_RESOURCES_STATE_SOURCE": "file:long"], nil, "file:long"
      ),
      (nil, ["STATUSD_STATE": "file:short"], "file:c", "file:c"),
      ("file:f", ["STATUSD_STATE": ""], nil, "file:f"),
    ] as [(String?, [String: String], String?, String)])
  func `the last to speak of a key is heard`(
    file: String?, environment: [String: String], option: String?, heard: String
  ) throws {
    let sources = try option.map { [(ResourceName.state, try SourceAddress($0))] } ?? []
    let settings = try read(
      toml: file.map { "resources.state.source = '\($0)'" }, environment, sources: sources)
    #expect(settings.resource("state")?.source == (try SourceAddress(heard)))
    #expect(settings.resource("menu")?.source == .demo)
  }

  @Test(
    arguments: [
      (nil, [:], nil, "route"),
      ("gpx:f", [:], nil, "gpx:f"),
      ("gpx:f", ["STATUSD_LOCATION": "gpx:short"], nil, "gpx:short"),
      (nil, ["STATUSD_LOCATION": "gpx:short", "STATUSD_LOCATION_SOURCE": "gpx:long"], nil, "gpx:long"),
      ("gpx:f", ["STATUSD_LOCATION": "gpx:e"], "gpx:c", "gpx:c"),
    ] as [(String?, [String: String], String?, String)])
  func `so it is with the location`(
    file: String?, environment: [String: String], option: String?, heard: String
  ) throws {
    let settings = try read(
      toml: file.map { "location.source = '\($0)'" }, environment,
      location: option.map { try LocationAddress($0) })
    #expect(settings.configuration.location.source == (try LocationAddress(heard)))
  }

  @Test func `keys do not hide their neighbours in other places`() throws {
    let settings = try read(
      toml: "[resources.state]\ntimeout = 1\nretry = { attempts = 7, base = 0.5 }",
      ["STATUSD_RESOURCES_STATE_RETRY_ATTEMPTS": "9", "STATUSD_RESOURCES_STATE_TOTAL_TIMEOUT": "2.5"])
    let policy = try #require(settings.resource("state")?.policy)
    #expect(policy.attemptTimeout == .seconds(1))
    #expect(policy.totalTimeout == .milliseconds(2_500))
    #expect(policy.retry.maxAttempts == 9)
    #expect(policy.retry.base == .milliseconds(500))
    #expect(policy.retry.cap == RetryPolicy().cap)
  }

  @Test func `the environment and the command line speak of the file's resources and of the command line's`()
    throws
  {
    let settings = try read(
      toml: "resources.my-builds.source = 'demo'",
      ["STATUSD_RESOURCES_MY_BUILDS_STALE_AFTER": "5", "STATUSD_RESOURCES_TESTS_STALE_AFTER": "6"],
      sources: [(ResourceName(rawValue: "tests"), .demo)])
    #expect(settings.configuration.resources.map(\.name.rawValue) == ["state", "menu", "my-builds", "tests"])
    #expect(settings.resource("my-builds")?.policy.staleAfter == .seconds(5))
    #expect(settings.resource("tests")?.policy.staleAfter == .seconds(6))
    #expect(settings.resource("tests")?.shape == .any)
    #expect(settings.notices.isEmpty)
  }

  @Test func `further resources are in the order of their names, wherever each was named`() throws {
    let settings = try read(
      toml: "resources.zoo.source = 'demo'\nresources.ant.source = 'demo'",
      sources: [(ResourceName(rawValue: "yak"), .demo), (ResourceName(rawValue: "bee"), .demo)])
    #expect(
      settings.configuration.resources.map(\.name.rawValue) == ["state", "menu", "ant", "bee", "yak", "zoo"])
  }

  @Test func `a variable that looks like a key and is none is told of, and others are not`() throws {
    let settings = try read([
      "STATUSD_RESOURCES_STATE_TIMOUT": "s3cret", "STATUSD_LIMITS_X": "s3cret", "STATUSD_BIN": "x",
      "STATUSD_TRANSCRIPTS": "y", "STATUSD_RESOURCES_STATE_HEADERS": "",
    ])
    #expect(
      settings.notices == [
        "the variable STATUSD_LIMITS_X stands for no key and is ignored",
        "the variable STATUSD_RESOURCES_STATE_TIMOUT stands for no key and is ignored; did you mean STATUSD_RESOURCES_STATE_TIMEOUT?",
      ])
  }

  @Test func `what the command line overrides must be right all the same`() {
    #expect(problem(toml: "resources.state.source = 'gopher:'", ["STATUSD_STATE": "demo"]) != nil)
  }

  @Test func `without a file, a variable or an option there are the defaults`() throws {
    let configuration = try read().configuration
    #expect(configuration.resources.map(\.name) == [.state, .menu])
    #expect(configuration.limits == Limits())
    #expect(configuration.http == HTTPLimits())
    #expect(configuration.minimumRequestTime == .milliseconds(300))
    #expect(configuration.resources[0].policy == FetchPolicy())
  }
}
