import Foundation
import Providers
import StatusCore
import TestSupport
import Testing

/// Servers that want a certificate of their clients.
@Suite(.timeLimit(.minutes(10))) struct HTTPClientCertificateTests {
  private let folder: TemporaryFolder
  private let server: NginxServer
  private let other: NginxServer

  init() throws {
    folder = try TemporaryFolder()
    // The server's certificate serves as the client's too: both are signed by the authority of the tests.
    let certificate = try TestCertificate.valid.server()
    try folder.write(TestCertificate.authority(), to: "authority.pem")
    try folder.write(certificate.chain, to: "client.pem")
    try folder.write(certificate.key, to: "key.pem")
    let authority = "ssl_client_certificate \(folder.path("authority.pem"));"
    other = try NginxServer(
      [:], directives: "\(authority) ssl_verify_client optional; return 200 '[\"$ssl_client_verify\"]';",
      certificate: certificate)
    server = try NginxServer(
      ["value.json": "[1]"],
      directives: """
        \(authority) ssl_verify_client on;
        location /away { return 302 \(other.url("/")); }
        """, certificate: certificate)
  }

  private func fetched(
    _ path: String = "/value.json", certificate: String? = "client.pem", key: String = "key.pem"
  ) async throws -> Result<SourceResponse, Problem> {
    let url = try HTTPURL(server.url(path))
    var options = HTTPOptions(
      userAgent: "statusd/test", limits: .patient, caFile: folder.path("authority.pem"))
    options.clientCertificate = certificate.map {
      ClientCertificate(certificate: folder.path($0), key: folder.path(key))
    }
    return await ProvidersTests.fetched { [options] in HTTPSource(url, options: options) }
  }

  @Test func `a certificate is shown to a server that wants one`() async throws {
    #expect(try await fetched().text == "[1]")
  }

  @Test func `without one the server refuses`() async throws {
    #expect(try await fetched(certificate: nil).problem?.kind == .badRequest)
  }

  @Test func `another server to which the first redirects sees none`() async throws {
    #expect(try await fetched("/away").text == #"["NONE"]"#)
  }

  @Test func `the files are read anew for each transfer`() async throws {
    try folder.rename("client.pem", to: "later.pem")
    #expect(try await fetched().problem?.detail.reason == "certificate")
    try folder.rename("later.pem", to: "client.pem")
    #expect(try await fetched().text == "[1]")
  }

  @Test(arguments: ["absent.pem", "none.pem"])
  func `files that hold no certificate or no key are a mistake of the configuration`(
    name: String
  ) async throws {
    try folder.write("nothing", to: "none.pem")
    let certificate = try #require(try await fetched(certificate: name).problem)
    #expect(certificate.kind == .sourceMisconfigured && certificate.detail.reason == "certificate")
    let key = try #require(try await fetched(key: name).problem)
    #expect(key.kind == .sourceMisconfigured, "\(key)")
    #expect(["key", "certificate"].contains(key.detail.reason))
  }

  @Test func `a key of another certificate is a mistake of the configuration`() async throws {
    try run("openssl ecparam -name prime256v1 -genkey -noout -out other.pem")
    let problem = try #require(try await fetched(key: "other.pem").problem)
    #expect(problem.kind == .sourceMisconfigured && problem.detail.reason == "certificate", "\(problem)")
  }

  @Test(arguments: ["pkcs8 -topk8 -in key.pem -out locked.pem", "ec -aes128 -in key.pem -out locked.pem"])
  func `a key with a passphrase is refused, and nobody is asked for it`(command: String) async throws {
    try run("openssl \(command) -passout pass:hush")
    let problem = try #require(try await fetched(key: "locked.pem").problem)
    #expect(problem.kind == .sourceMisconfigured && problem.detail.reason == "key")
    #expect(problem.explanation?.english.contains("passphrase") == true)
  }

  @Test func `a key in PKCS#8 is taken`() async throws {
    try run("openssl pkcs8 -topk8 -nocrypt -in key.pem -out plain.pem")
    #expect(try await fetched(key: "plain.pem").text == "[1]")
  }

  private func run(_ command: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = URL(filePath: folder.path)
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
  }
}
