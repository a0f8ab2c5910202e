import Providers
import StatusCore
import TestSupport
import Testing

/// What keeps TLS from standing on this side; the servers' faults are in the table, `FaultTableTests`.
struct HTTPSecurityTests {
  @Test func `a file of authorities that is missing is a mistake of the configuration`() async throws {
    let server = try NginxServer(["menu.json": "[1]"], certificate: TestCertificate.valid.server())
    let problem = try #require(
      try await fetched(server.url("/menu.json"), caFile: "/nonexistent.pem").problem)
    #expect(problem.kind == .sourceMisconfigured)
  }
}
