import Providers
import StatusCore
import TestSupport
import Testing

/// What is asked of a server, and to whom it is told.
@Suite(.timeLimit(.minutes(10))) struct HTTPRequestTests {
  @Test(arguments: ["Accept: application/json, application/problem+json", "User-Agent: statusd/test"])
  func `a request says what it wants and who asks`(line: String) async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    _ = try await fetched(server.url("/"))
    #expect(try #require(server.requests.first).contains("\r\n\(line)\r\n"))
  }

  @Test func `a request accepts a compressed answer`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    _ = try await fetched(server.url("/"))
    let lines = try #require(server.requests.first).split(separator: "\r\n")
    #expect(try #require(lines.first { $0.hasPrefix("Accept-Encoding: ") }).contains("gzip"))
  }

  @Test(arguments: [[], ["user-agent", "ACCEPT-ENCODING"]])
  func `no header is sent twice`(configured: [String]) async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    _ = try await fetched(server.url("/"), headers: configured.map { HTTPHeader(name: $0, value: "gzip") })
    let lines = try #require(server.requests.first).split(separator: "\r\n").dropFirst()
    let names = lines.map { $0.prefix { $0 != ":" }.lowercased() }
    #expect(names.sorted() == ["accept", "accept-encoding", "host", "user-agent"])
  }

  @Test func `a query goes to the server as it is`() async throws {
    let server = FaultServer(["/a?token=x%20y&b": [.send(answer("200 OK", body: "[1]"))]])
    #expect(try await fetched(server.url("/a?token=x%20y&b")).text == "[1]")
  }

  @Test func `credentials of the URL are sent`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    _ = try await fetched("http://me:secret@127.0.0.1:\(server.port)/")
    // base64 of me:secret
    #expect(try #require(server.requests.first).contains("\r\nAuthorization: Basic bWU6c2VjcmV0\r\n"))
  }

  @Test func `credentials are not sent to another origin`() async throws {
    let other = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let server = FaultServer(["/": [.send(answer("302 Found", headers: ["Location: \(other.url("/"))"]))]])
    _ = try await fetched("http://me:secret@127.0.0.1:\(server.port)/")
    #expect(try !#require(other.requests.first).contains("Authorization"))
  }

  @Test func `neither credentials nor query values are shown`() async throws {
    let server = FaultServer([:])
    let problem = try await fetched("http://me:secret@127.0.0.1:\(server.port)/a?key=secret").problem
    #expect(problem?.detail.url == "http://127.0.0.1:\(server.port)/a?key=***")
    #expect(!String(reflecting: problem).contains("secret"))
  }
}
