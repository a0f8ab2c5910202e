import Foundation
import Providers
import StatusCore
import TestSupport
import Testing

/// Certificates and what else keeps TLS from standing, with nginx.
struct HTTPSecurityTests {
  @Test func `a certificate of a trusted authority is accepted`() async throws {
    let server = try NginxServer(["menu.json": "[1]"], certificate: TestCertificate.valid.server())
    let authority = try TemporaryFile(TestCertificate.authority())
    #expect(try await fetched(server.url("/menu.json"), caFile: authority.path).text == "[1]")
  }

  @Test(arguments: [
    (TestCertificate.expired, "expired"), (.notYetValid, "notYetValid"), (.otherHost, "wrongHost"),
    (.selfSigned, "selfSigned"),
  ])
  func `a faulty certificate is refused`(certificate: TestCertificate, reason: String) async throws {
    let server = try NginxServer(["menu.json": "[1]"], certificate: certificate.server())
    let authority = try TemporaryFile(TestCertificate.authority())
    let problem = try #require(try await fetched(server.url("/menu.json"), caFile: authority.path).problem)
    #expect(problem.kind == .certificateInvalid)
    #expect(problem.detail.reason == reason)
  }

  @Test func `an authority that nobody named is not trusted`() async throws {
    let server = try NginxServer(["menu.json": "[1]"], certificate: TestCertificate.valid.server())
    let problem = try #require(try await fetched(server.url("/menu.json")).problem)
    #expect(problem.kind == .certificateInvalid)
    #expect(problem.detail.reason == "untrusted")
  }

  @Test func `a file of authorities that is missing is a mistake of the configuration`() async throws {
    let server = try NginxServer(["menu.json": "[1]"], certificate: TestCertificate.valid.server())
    let problem = try #require(
      try await fetched(server.url("/menu.json"), caFile: "/nonexistent.pem").problem)
    #expect(problem.kind == .sourceMisconfigured)
  }

  @Test func `TLS with a server that speaks none fails`() async throws {
    let server = FaultServer(onConnect: [.send("HTTP/1.1 400 Bad Request\r\n\r\n"), .hold])
    let problem = try #require(try await fetched(server.url("/", scheme: "https")).problem)
    #expect(problem.kind == .secureConnectionFailed)
  }

  @Test func `silence in the handshake is a timeout of the connection`() async throws {
    let server = FaultServer(onConnect: [.hold])
    let problem = try #require(
      try await fetched(server.url("/", scheme: "https"), limits: .briefConnect).problem)
    #expect(problem.kind == .timeout)
    #expect(problem.detail.reason == "connect")
  }
}
