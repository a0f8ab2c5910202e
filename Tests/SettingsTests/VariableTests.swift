import Engine
import Foundation
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// `${NAME}` and `~` in the strings of a configuration file, and `${file:PATH}` in its headers.
struct VariableTests {
  // MARK: Variables

  @Test func `a variable is put in its place in every string but a command`() throws {
    let settings = try read(
      toml: """
        location.source = "route:${FOLDER}/route.csv"
        store.path = "${FOLDER}/store"
        [resources.state]
        source = "https://${HOST}/a$b"
        caFile = "${FOLDER}/ca.pem"
        recoveryOptions.ask = { title = "Ask ${WHOM} $${x}" }
        [resources.x]
        source = "command:sh -c 'echo ${HOST}'"
        """, ["FOLDER": "/srv", "HOST": "example.org", "WHOM": "Ada"])
    #expect(settings.configuration.location.source == .routeFile("/srv/route.csv"))
    #expect(settings.configuration.store.path == "/srv/store")
    let state = try #require(settings.resource("state"))
    #expect(state.source == .http(try HTTPURL("https://example.org/a$b")))
    #expect(state.caFile == "/srv/ca.pem")
    #expect(state.recoveryOptions.map(\.title) == ["Ask Ada ${x}"])
    let command = Command(program: "sh", arguments: ["-c", "echo ${HOST}"])
    #expect(settings.resource("x")?.source == .command(command))
  }

  @Test(arguments: [
    (
      "store.path = '${FOLDER}/store'",
      "FILE: store.path needs the variable FOLDER, which is not set in the environment"
    ),
    (
      "store.path = '${a-b}'",
      "FILE: store.path must name a variable as ${NAME}, of letters, digits and _; $${ stands for ${ itself"
    ),
    (
      "resources.state.caFile = '${file:/run/secrets/x}'",
      "FILE: resources.state.caFile must name no file as ${file:PATH}; only the value of a header may"
    ),
  ])
  func `what cannot be put in is a mistake at its key`(toml: String, expected: String) {
    #expect(problem(toml: toml) == expected)
  }

  @Test func `a string with a variable's form is listed so that it is read as itself`() throws {
    let file = try TemporaryFile("store.path = '/a$${b}'", named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    let listing = SettingsReader.examine(commandLine, environment: [:]).listing.toml
    #expect(listing.contains(#"path = "/a$${b}""#))
  }

  // MARK: Home

  @Test func `a path that begins with ~ begins in the home directory`() throws {
    let home = try #require(ProcessInfo.processInfo.environment["HOME"])
    let settings = try read(
      toml: """
        location.source = "gpx:~/track.gpx"
        store.path = "~/store"
        [resources.state]
        source = "file:~/status.json"
        caFile = "~/ca.pem"
        [resources.x]
        source = "file:~x"
        """)
    #expect(settings.configuration.location.source.description == "gpx:\(home)/track.gpx")
    #expect(settings.configuration.store.path == "\(home)/store")
    #expect(settings.resource("state")?.source == .file("\(home)/status.json"))
    #expect(settings.resource("state")?.caFile == "\(home)/ca.pem")
    #expect(settings.resource("x")?.source == .file("~x"))
  }

  // MARK: Secrets in files

  private func header(_ path: String) throws -> String? {
    let settings = try read(toml: "resources.state.headers.X = 'Bearer ${file:\(path)}!'")
    #expect(settings.configuration.watchedFiles.contains(path))
    return try settings.resource("state")?.fileHeaders.first?.header().value
  }

  @Test(arguments: ["s3cret", "s3cret\n", "s3cret\r\n"])
  func `a header has what the file holds, without the line end`(text: String) throws {
    let file = try TemporaryFile(text)
    #expect(try header(file.path) == "Bearer s3cret!")
  }

  @Test func `only one line end is taken away, and another one is no header's`() throws {
    let file = try TemporaryFile("s3cret\n\n")
    let found = try missing(toml: "resources.state.headers.X = '${file:\(file.path)}'").joined()
    #expect(found.hasSuffix("which holds a line end within or another control character"), "\(found)")
    #expect(!found.contains("s3cret"))
  }

  @Test func `a file that cannot be used is missing, and its name is told`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "empty")
    try folder.write(String(repeating: "x", count: 65_537), to: "long")
    try Data([0x73, 0xFF]).write(to: URL(filePath: folder.path("bytes")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("circle"), withDestinationPath: folder.path("circle"))
    for (name, fault) in [
      ("absent", "does not exist"), ("empty", "is empty"), ("long", "is longer than 65536 bytes"),
      ("bytes", "is not UTF-8"), (".", "is no regular file"),
      ("circle", "cannot be read. The system says: Too many levels of symbolic links."),
    ] {
      let path = folder.path(name)
      let found = try missing(toml: "resources.state.headers.X = '${file:\(path)}'").joined()
      #expect(found.hasPrefix("FILE: resources.state.headers needs the file "), "\(found)")
      #expect(found.hasSuffix(" in “X”, which \(fault)"), "\(found)")
    }
    #expect(
      problem(toml: "resources.state.headers.X = '${file:}'")
        == "FILE: resources.state.headers must name a file in “X” as ${file:PATH}")
  }

  @Test func `what a file holds is not listed`() throws {
    let secret = try TemporaryFile("s3cret")
    let file = try TemporaryFile(
      "resources.state.headers.X = 'Bearer ${file:\(secret.path)}'", named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    let listing = SettingsReader.examine(commandLine, environment: [:]).listing.toml
    #expect(!listing.contains("s3cret") && listing.contains("Bearer ${file:\(secret.path)}"))
  }

  // MARK: Certificates and kinds

  @Test(arguments: [("certificate", "key"), ("key", "certificate")])
  func `a certificate and its key belong together`(present: String, missing: String) {
    #expect(
      problem(toml: "resources.state.\(present) = '/a.pem'")
        == "FILE: resources.state.\(missing) is missing beside \(present)")
  }

  @Test func `every wrong kind of failure is a mistake`() throws {
    let file = try TemporaryFile(
      "recoveryOptions.a = { title = 'A', for = ['timeou', 7, 'offline', 'serverErro'] }", named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    let lines = SettingsReader.judge(commandLine, environment: [:]).problems.lines
    #expect(lines.count == 3)
    #expect(lines.filter { $0.contains("timeout?") || $0.contains("serverError?") }.count == 2, "\(lines)")
  }
}
