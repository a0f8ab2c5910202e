import Engine
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// Variables and files that the configuration names and that are not there: the failure of who needs them.
struct MissingValueTests {
  @Test(arguments: [
    ("source = 'https://${HOST}/a'", "source needs the variable HOST", "https://${HOST}***"),
    ("source = 'file:${HOST}'", "source needs the variable HOST", "file:${HOST}"),
    ("source = '${HOST}'", "source needs the variable HOST", "${HOST}"),
    ("source = 'https://h/'\ncaFile = '${HOST}/ca.pem'", "caFile needs the variable HOST", nil),
    ("source = 'https://h/'\nheaders.X = 'Key ${HOST}'", "headers needs the variable HOST in “X”", nil),
  ])
  func `a resource wants the variable that it names`(lines: String, need: String, address: String?) throws {
    let toml = "[resources.x]\n\(lines)\n[resources.y]\nsource = 'file:y'"
    let settings = try read(toml: toml)
    let want = try #require(settings.resource("x")?.want)
    #expect(
      want.problem.key.map { "\($0) \(want.problem.message)" }?.hasPrefix("resources.x.\(need)") == true)
    #expect(want.address == address)
    #expect(settings.resource("y")?.want == nil && settings.resource("state")?.want == nil)
    #expect(
      try missing(toml: toml) == ["FILE: resources.x.\(need), which is not set in the environment"])
    #expect(try read(toml: toml, ["HOST": "demo"]).resource("x")?.want == nil)
  }

  @Test func `its parameters are known all the same`() throws {
    let settings = try read(toml: "resources.x.source = 'https://${HOST}:${PORT}/{branch}'")
    guard case .template(let template)? = settings.resource("x")?.source else {
      Issue.record("no parameters")
      return
    }
    #expect(template.parameters == ["branch"])
    #expect(settings.resource("x")?.want != nil)
  }

  @Test func `the location wants the variable that its source names`() throws {
    let toml = "location.source = 'gpsd://${HOST}'"
    let settings = try read(toml: toml)
    #expect(settings.configuration.location.want?.address == "***${HOST}")
    #expect(
      try missing(toml: toml)
        == ["FILE: location.source needs the variable HOST, which is not set in the environment"])
  }

  @Test func `what another place overrides is not missing`() throws {
    let toml = "resources.x.source = 'https://${HOST}/'"
    let name = ResourceName(rawValue: "x")
    #expect(try missing(toml: toml, sources: [(name, .demo)]) == [])
    #expect(try missing(toml: toml, ["STATUSD_RESOURCES_X_SOURCE": "demo"]) == [])
    #expect(try read(toml: toml, sources: [(name, .demo)]).resource("x")?.want == nil)
  }

  @Test func `a title without its variable has the words of the file, and nothing fails`() throws {
    let toml = "resources.state.recoveryOptions.ask.title = 'Ask ${WHOM}'"
    let settings = try read(toml: toml)
    #expect(settings.resource("state")?.recoveryOptions.map(\.title) == ["Ask ${WHOM}"])
    #expect(settings.resource("state")?.want == nil)
    #expect(try missing(toml: toml).count == 1)
  }

  @Test func `a file that is missing is looked for again by each fetch`() throws {
    let folder = try TemporaryFolder()
    let toml = "resources.state.headers.X = 'Bearer ${file:\(folder.path("token"))}'"
    let state = try #require(try read(toml: toml).resource("state"))
    #expect(state.want == nil && state.headers.isEmpty)
    #expect(try missing(toml: toml).count == 1)
    let template = try #require(state.fileHeaders.first)
    #expect(template.present == nil)
    #expect(throws: SecretFileFault.self) { try template.header() }
    try folder.write("first\n", to: "token")
    #expect(try template.header().value == "Bearer first")
    try folder.write("second\n", to: "token")
    #expect(try template.header().value == "Bearer second")
    #expect(try missing(toml: toml) == [])
  }

  @Test func `the listing has the words of the file`() throws {
    let file = try TemporaryFile(
      """
      [resources.x]
      source = 'https://me:s3cret@${HOST}/?s3cret'
      caFile = '${FOLDER}/ca.pem'
      headers = { A = 'Bearer ${TOKEN}', B = '${file:/proc/nonexistent}' }
      """, named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    let toml = SettingsReader.examine(commandLine, environment: [:]).listing.toml
    for line in [
      #"source = "https://***${HOST}***""#, #"caFile = "${FOLDER}***""#, #"headers.A = "Bearer ${TOKEN}""#,
      #"headers.B = "${file:/proc/nonexistent}""#,
    ] { #expect(toml.contains(line), "\(line) in \(toml)") }
    #expect(!toml.contains("s3cret"))
  }

  @Test func `of very many the first are named`() throws {
    let toml = (0..<2_000).map { "resources.r\($0).source = 'https://${V\($0)}/'" }.joined(separator: "\n")
    let lines = try missing(toml: toml)
    #expect(lines.count == 21 && lines.last == "1980 more mistakes")
    #expect(try read(toml: toml).configuration.resources.count { $0.want != nil } == 2_000)
  }
}
