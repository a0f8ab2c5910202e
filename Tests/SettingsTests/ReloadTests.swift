import Engine
import Foundation
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// Reading everything again, as `signIn` does (docs/protocol.md).
struct ReloadTests {
  private let file: TemporaryFile
  private let configuration: Configuration

  init() throws {
    file = try TemporaryFile("resources.state.headers.X = 'old'", named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    commandLine.sources = [(name: .menu, address: .file("m"))]
    commandLine.seed = 7
    configuration = try SettingsReader.read(commandLine, environment: [:]).configuration
  }

  @Test func `what the file says now is heard, and the command line still is`() throws {
    try write("[resources.state]\nsource = 'file:s'\ncaFile = 'ca.pem'\nheaders.X = 'new'")
    let again = try #require(try configuration.reload?())
    #expect(again.resources[0].headers == [HTTPHeader(name: "X", value: "new")])
    #expect(again.resources[0].caFile == "ca.pem")
    #expect(again.resources[0].source == .file("s"))
    #expect(again.resources[1].source == .file("m"))
    #expect(again.seed == 7)
    // `openSettings` says which file that was.
    #expect(again.file == file.path)
    #expect(configuration.resources[0].headers == [HTTPHeader(name: "X", value: "old")])
  }

  @Test func `it can be done again and again`() throws {
    try write("resources.state.headers.X = 'second'")
    let second = try #require(try configuration.reload?())
    try write("resources.state.headers.X = 'third'")
    #expect(try second.reload?().resources[0].headers == [HTTPHeader(name: "X", value: "third")])
  }

  @Test func `a file that is wrong by then is a problem with its text and key`() throws {
    try write("resources.state.timeout = 'later'")
    let found = try #require(
      #expect(throws: ConfigurationProblems.self) { try configuration.reload?() }?.first.first)
    #expect(found.place == .file(file.path))
    #expect(found.key == "resources.state.timeout")
    let problem = Problem(found)
    #expect(problem.kind == .sourceMisconfigured)
    #expect(
      problem.explanation?.english
        == "\(file.path): resources.state.timeout must be a number of seconds between 0.05 and 3600, got a string."
    )
  }

  @Test func `every mistake of a file that is wrong by then is a problem`() throws {
    try write("limits.batch = 0\nresources.state.sorce = 'demo'")
    let found = try #require(#expect(throws: ConfigurationProblems.self) { try configuration.reload?() })
    #expect(found.first.map(\.key) == ["limits.batch", "resources.state.sorce"])
  }

  @Test func `the file that was read is watched, and without one those that may come to be`() throws {
    #expect(configuration.watchedFiles == [file.path])
    let folder = try TemporaryFolder()
    let environment: Environment = ["XDG_CONFIG_HOME": folder.path]
    let none = try SettingsReader.read(CommandLineSettings(), environment: environment).configuration
    #expect(none.watchedFiles == [])
    try FileManager.default.createDirectory(
      atPath: folder.path("statusd"), withIntermediateDirectories: false)
    let later = try SettingsReader.read(CommandLineSettings(), environment: environment).configuration
    #expect(later.watchedFiles == ["config.toml", "config.json"].map { folder.path("statusd/\($0)") })
  }

  @Test func `a file that is gone by then is a problem, and not the defaults`() throws {
    try FileManager.default.removeItem(atPath: file.path)
    let problems = #expect(throws: ConfigurationProblems.self) {
      try configuration.reload?()
    }
    #expect(problems?.first == [ConfigurationProblem(.file(file.path), "there is no such file")])
    try write("")
  }

  @Test func `the process's own environment is read`() {
    let environment = Environment.ofProcess
    #expect(environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    #expect(environment["STATUSD_NOT_SET"] == nil)
    #expect(environment.ours == ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("STATUSD_") })
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file.path))
  }
}
