import Providers
import StatusCore
import TestSupport
import Testing

/// Where redirects are followed to, and where not.
@Suite(.timeLimit(.minutes(10))) struct HTTPRedirectTests {
  @Test func `a redirect is followed`() async throws {
    let server = FaultServer(["/": redirect(to: "/there"), "/there": [.send(answer("200 OK", body: "[1]"))]])
    #expect(try await fetched(server.url("/")).text == "[1]")
  }

  @Test func `a redirect to itself is one too many after ten`() async throws {
    let server = FaultServer(["/": redirect(to: "/")])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.kind == .tooManyRedirects)
    #expect(problem.detail.limit == 10)
    #expect(server.requests.count == 11)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "FILE:/etc/passwd"])
  func `a redirect away from HTTP is refused`(location: String) async throws {
    let server = FaultServer(["/": redirect(to: location)])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.kind == .tooManyRedirects)
    #expect(problem.detail.reason == "refused")
  }

  @Test func `a redirect to what is no URL makes no sense`() async throws {
    let server = FaultServer(["/": redirect(to: "http://[")])
    #expect(try await fetched(server.url("/")).problem?.kind == .badServerResponse)
  }

  @Test func `an answer that is not HTTP makes no sense after a redirect either`() async throws {
    let server = FaultServer(["/": redirect(to: "/there"), "/there": [.send("hello\r\n\r\n")]])
    #expect(try await fetched(server.url("/")).problem?.kind == .badServerResponse)
  }

  @Test func `a close after a redirect is no empty answer`() async throws {
    let server = FaultServer(["/": redirect(to: "/there"), "/there": [.send("HTTP/1.1 200 OK\r\n")]])
    #expect(try await fetched(server.url("/")).problem?.detail.reason == "truncated")
  }

  @Test func `the second server is the one that is named`() async throws {
    let second = LoopbackSocket(backlog: nil)
    defer { LoopbackSocket.close(second.descriptor) }
    let port = second.port
    let server = FaultServer(["/": redirect(to: "http://127.0.0.1:\(port)/")])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(
      problem.explanation?.english == "No connection to 127.0.0.1:\(port) could be made (Connection refused)."
    )
  }

  private func redirect(to location: String) -> [FaultServer.Step] {
    // Without the word a client may try the old connection again, and libcurl gives up after five of those.
    [.send(answer("302 Found", headers: ["Location: \(location)", "Connection: close"]))]
  }
}
