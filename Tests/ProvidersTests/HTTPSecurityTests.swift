import Foundation
import Providers
import StatusCore
import TestSupport
import Testing

/// What keeps TLS from standing on this side; the servers' faults are in the table, `FaultTableTests`.
@Suite(.timeLimit(.minutes(10))) struct HTTPSecurityTests {
  private func problem(withAuthorities path: String) async throws -> Problem {
    let server = try NginxServer(["menu.json": "[1]"], certificate: TestCertificate.valid.server())
    return try #require(try await fetched(server.url("/menu.json"), caFile: path).problem)
  }

  @Test func `a file of authorities that is missing is a mistake of the configuration`() async throws {
    let problem = try await problem(withAuthorities: "/proc/nonexistent.pem")
    #expect(problem.kind == .sourceMisconfigured && problem.detail.reason == "caFile")
  }

  /// Opening a pipe waits for its writer, and a device may have no end.
  @Test(arguments: ["a pipe", "/dev/zero", "/dev/null", "/"])
  func `authorities are read from regular files alone`(path: String) async throws {
    let pipe = try Fifo()
    let problem = try await problem(withAuthorities: path == "a pipe" ? pipe.path : path)
    #expect(problem.kind == .sourceMisconfigured && problem.detail.reason == "caFile")
    #expect(problem.explanation?.english.contains("regular file") == true)
  }

  @Test(arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
  func `a file without authorities is a mistake of the configuration`(text: String) async throws {
    let file = try TemporaryFile(text)
    let problem = try await problem(withAuthorities: file.path)
    #expect(problem.kind == .sourceMisconfigured && problem.detail.reason == "caFile")
  }

  @Test func `a file of authorities that is very large is not read`() async throws {
    let file = try TemporaryFile(TestCertificate.authority() + String(repeating: " ", count: 4 << 20))
    let problem = try await problem(withAuthorities: file.path)
    #expect(problem.detail.reason == "caFile" && problem.explanation?.english.contains("larger") == true)
  }

  /// The keys would let whoever reads that file decrypt the connection.
  ///
  /// libcurl looks at the variable when it is
  /// loaded, so the test has a process of its own.
  @Test func `no log of TLS keys is written, whatever the environment asks for`() async {
    await #expect(processExitsWith: .success) {
      let log = FileManager.default.temporaryDirectory.appending(path: "statusd-keys-\(UUID())").path
      unsafe setenv("SSLKEYLOGFILE", log, 1)
      let server = try NginxServer(["menu.json": "[1]"], certificate: TestCertificate.valid.server())
      let authority = try TemporaryFile(TestCertificate.authority())
      let text = try await fetched(server.url("/menu.json"), caFile: authority.path).text
      #expect(text == "[1]")
      #expect(!FileManager.default.fileExists(atPath: log))
      // Commands may make use of it.
      #expect(ProcessInfo.processInfo.environment["SSLKEYLOGFILE"] == log)
    }
  }
}
