import Providers
import StatusCore
import TestSupport
import Testing

/// Headers of the configuration: to whom they go, and that nobody else learns of them.
@Suite(.timeLimit(.minutes(10))) struct HTTPHeaderTests {
  private static let secrets = [
    HTTPHeader(name: "Authorization", value: "Bearer hush"), HTTPHeader(name: "Cookie", value: "hush"),
    HTTPHeader(name: "X-Api-Key", value: "hush"), HTTPHeader(name: "Accept", value: "text/hush"),
    HTTPHeader(name: "User-Agent", value: "hush/1"),
  ]
  private static let ok = [FaultServer.Step.send(answer("200 OK", body: "[1]"))]

  @Test(arguments: secrets)
  func `a header goes to the server, in place of statusd's own`(header: HTTPHeader) async throws {
    let server = FaultServer(["/": Self.ok])
    _ = try await fetched(server.url("/"), headers: [header])
    let lines = try #require(server.requests.first).split(separator: "\r\n")
    #expect(lines.filter { $0.hasPrefix("\(header.name): ") } == ["\(header.name): \(header.value)"])
  }

  @Test func `a header wins over the credentials of the URL`() async throws {
    let server = FaultServer(["/": Self.ok])
    _ = try await fetched("http://me:secret@127.0.0.1:\(server.port)/", headers: [Self.secrets[0]])
    let lines = try #require(server.requests.first).split(separator: "\r\n")
    #expect(lines.filter { $0.hasPrefix("Authorization:") } == ["Authorization: Bearer hush"])
  }

  @Test(arguments: [
    ("a\r\nX-Evil: 1", "X-Test: a  X-Evil: 1"), ("a\nb", "X-Test: a b"), ("a\rb", "X-Test: a b"),
    ("a\0b", "X-Test: a b"), ("", "X-Test:"), ("é", "X-Test: é"),
  ])
  func `no value makes a second header`(value: String, line: String) async throws {
    let server = FaultServer(["/": Self.ok])
    _ = try await fetched(server.url("/"), headers: [HTTPHeader(name: "X-Test", value: value)])
    #expect(try #require(server.requests.first).hasSuffix("\r\n\(line)\r\n\r\n"))
  }

  @Test(arguments: ["", "X Test", "X-Test\r\nX-Evil", "X-Test:", "X-Tést", "X;"])
  func `what is no name is not sent`(name: String) async throws {
    let (server, plain) = (FaultServer(["/": Self.ok]), FaultServer(["/": Self.ok]))
    _ = try await fetched(server.url("/"), headers: [HTTPHeader(name: name, value: "1")])
    _ = try await fetched(plain.url("/"))
    let lines = { (server: FaultServer) in server.requests.first?.split(separator: "\r\n").count }
    #expect(lines(server) == lines(plain))
  }
}

// MARK: Other origins

extension HTTPHeaderTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `no header goes along to another server`(status: Int) async throws {
    let other = FaultServer(["/": Self.ok])
    let server = FaultServer(["/": redirect(to: other.url("/"), status: status)])
    #expect(try await fetched(server.url("/"), headers: Self.secrets).text == "[1]")
    #expect(try #require(server.requests.first).contains("hush"))
    try expectStrange(other.requests)
  }

  @Test func `headers go along within the origin`() async throws {
    let server = FaultServer(["/": redirect(to: "/there"), "/there": Self.ok])
    _ = try await fetched(server.url("/"), headers: Self.secrets)
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.split(separator: "hush").count == Self.secrets.count + 1 })
  }

  /// Who is redirected back comes from a stranger, who chose the place.
  @Test func `headers do not come back with a redirect to where they were left`() async throws {
    let socket = LoopbackSocket()
    let other = FaultServer(["/": redirect(to: "http://127.0.0.1:\(socket.port)/again")])
    let server = FaultServer(["/": redirect(to: other.url("/")), "/again": Self.ok], on: socket)
    #expect(try await fetched(server.url("/"), headers: Self.secrets).text == "[1]")
    try expectStrange([try #require(server.requests.last)])
  }

  @Test func `headers are left behind on the way from http to https`() async throws {
    let echo = #"return 200 '["$http_user_agent$http_authorization$http_cookie$http_x_api_key"]';"#
    let secure = try NginxServer([:], directives: echo, certificate: TestCertificate.valid.server())
    let server = FaultServer(["/": redirect(to: secure.url("/"))])
    let authority = try TemporaryFile(TestCertificate.authority())
    let text = try await fetched(server.url("/"), caFile: authority.path, headers: Self.secrets).text
    #expect(text == #"["statusd/test"]"#)
  }

  @Test func `headers are left behind on the way from https to http`() async throws {
    let other = FaultServer(["/": Self.ok])
    let secure = try NginxServer(
      [:], directives: "return 302 \(other.url("/"));", certificate: TestCertificate.valid.server())
    let authority = try TemporaryFile(TestCertificate.authority())
    let text = try await fetched(secure.url("/"), caFile: authority.path, headers: Self.secrets).text
    #expect(text == "[1]")
    try expectStrange(other.requests)
  }

  @Test func `no failure shows a header`() async throws {
    let server = FaultServer([:])
    let problem = try await fetched(server.url("/"), headers: Self.secrets).problem
    #expect(problem?.kind == .notFound)
    #expect(!String(reflecting: problem).contains("hush"))
  }

  @Test func `no way of printing options shows a header's value`() {
    let options = HTTPOptions(userAgent: "statusd/test", headers: Self.secrets)
    var dumped = ""
    dump(options, to: &dumped)
    #expect(!"\(options) \(String(reflecting: options)) \(dumped)".contains("hush"))
  }

  /// One request, as of a program that nobody has configured.
  private func expectStrange(_ requests: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let request = try #require(requests.first, sourceLocation: sourceLocation)
    #expect(!request.contains("hush"), sourceLocation: sourceLocation)
    #expect(
      request.contains("\r\nAccept: application/json, application/problem+json\r\n"),
      sourceLocation: sourceLocation)
    #expect(request.contains("\r\nUser-Agent: statusd/test\r\n"), sourceLocation: sourceLocation)
  }

  private func redirect(to location: String, status: Int = 302) -> [FaultServer.Step] {
    [.send(answer("\(status) There", headers: ["Location: \(location)", "Connection: close"]))]
  }
}
