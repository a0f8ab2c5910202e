import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Limits, and what a failure says besides its kind; the kinds are in the table of faults, `FaultTableTests`.
@Suite(.timeLimit(.minutes(10))) struct HTTPFaultTests {
  @LoopActor
  @Test(arguments: HTTPDelay.all)
  func `an attempt whose time is over names its phase`(delay: HTTPDelay) async throws {
    EventLoopThread.start()
    let server = FaultServer(["/": delay.steps])
    let problem = try await expired(server.url("/"), when: delay.hasGotSoFar)
    #expect(problem.kind == .timeout)
    #expect(problem.detail.reason == delay.reason)
    #expect(problem.explanation?.english == "127.0.0.1:\(server.port) took too long to \(delay.words).")
    #expect(problem.detail.url == server.url("/"))
  }

  @Test func `a body one byte over the limit is too large`() async throws {
    var limits = HTTPLimits.patient
    limits.bodyBytes = 4
    let server = FaultServer(["/5": [.send(answer("200 OK", body: "[100]"))]])
    let problem = try #require(try await fetched(server.url("/5"), limits: limits).problem)
    #expect(problem.kind == .bodyTooLarge)
    #expect(problem.detail.limit == 4)
  }

  @Test func `a body as large as the limit is taken`() async throws {
    var limits = HTTPLimits.patient
    limits.bodyBytes = 4
    let server = FaultServer(["/4": [.send(answer("200 OK", body: "[10]"))]])
    #expect(try await fetched(server.url("/4"), limits: limits).text == "[10]")
  }

  /// libcurl hands on 16 KiB at a time (CURL_MAX_WRITE_SIZE).
  @LoopActor
  @Test(arguments: [false, true])
  func `of a body over the limit no more is taken than one buffer`(isCompressed: Bool) async throws {
    EventLoopThread.start()
    let header = "HTTP/1.1 200 OK\r\n" + (isCompressed ? "Content-Encoding: gzip\r\n\r\n" : "\r\n")
    let body = isCompressed ? FaultServer.Step.send(Gzip.bomb(bytes: 2 << 20)) : .flood("          ")
    let server = FaultServer(["/": [.send(header), body]])
    var options = HTTPOptions.patient
    options.limits.bodyBytes = 1 << 20
    let source = HTTPSource(try HTTPURL(server.url("/")), options: options)
    var attempt: HTTPAttempt?
    let result = await withCheckedContinuation { continuation in
      attempt = source.fetch(SourceRequest()) { continuation.resume(returning: $0) } as? HTTPAttempt
    }
    #expect(result.problem?.kind == .bodyTooLarge)
    #expect(1 << 20...(1 << 20) + 16_384 ~= (try #require(attempt).bodyBytes))
  }

  @Test(arguments: ["HTTP/1.1 100 Continue\r\n\r\n", "X: y\r\n"])
  func `headers without an end are cut at the limit`(flood: String) async throws {
    let begin = flood.hasPrefix("X") ? "HTTP/1.1 200 OK\r\n" : ""
    let server = FaultServer(["/": [.send(begin), .flood(flood)]])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.kind == .badServerResponse)
    #expect(problem.detail.limit == 65_536)
  }

  @Test(arguments: [0, 1])
  func `headers may be as large as the limit, and no byte larger`(excess: Int) async throws {
    let head = answer("200 OK", headers: ["X: "], body: "[1]")
    let headers = head.utf8.count - "[1]".utf8.count
    var limits = HTTPLimits.patient
    limits.headerBytes = 2_000
    let padding = String(repeating: "y", count: limits.headerBytes - headers + excess)
    let server = FaultServer(["/": [.send(head.replacing("X: ", with: "X: \(padding)"))]])
    let result = try await fetched(server.url("/"), limits: limits)
    #expect(result.text == (excess == 0 ? "[1]" : nil))
    #expect(result.problem?.detail.limit == (excess == 0 ? nil : 2_000))
  }

  /// libcurl has a limit of 300 KiB of its own, beyond which it says that the connection was lost.
  @Test func `a limit of the headers that libcurl does not reach is the largest that it does`() async throws {
    var limits = HTTPLimits.patient
    limits.headerBytes = 1 << 20
    let server = FaultServer(["/": [.send("HTTP/1.1 200 OK\r\n"), .flood("X: y\r\n")]])
    let problem = try #require(try await fetched(server.url("/"), limits: limits).problem)
    #expect(problem.kind == .badServerResponse)
    #expect(problem.detail.limit == 262_144)
  }

  /// An origin has no business with 407 (RFC 9110 section 15.5.8).
  @Test func `who wants a password for a proxy is the proxy`() async throws {
    let server = FaultServer(["/": [.send(answer("407 No", headers: ["Proxy-Authenticate: Basic"]))]])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.kind == .unexpectedStatus && problem.detail.status == 407)
    #expect(
      problem.explanation?.english
        == "The proxy on the way to 127.0.0.1:\(server.port) requires a user name and a password (status 407)."
    )
  }

  @Test func `what a server writes is bounded and visible in failures`() async throws {
    let scheme = "x" + String(repeating: "y", count: 10_000)
    let host = String(repeating: "h", count: 300)
    let server = FaultServer([
      "/scheme": [.send(answer("302 There", headers: ["Location: \(scheme)://there/"]))],
      "/host": [.send(answer("302 There", headers: ["Location: http://\(host)/"]))],
    ])
    for path in ["/scheme", "/host"] {
      let problem = try #require(try await fetched(server.url(path)).problem)
      let words = problem.explanation?.english ?? ""
      #expect(words.utf8.count < 400 && words.contains("…"), "\(words)")
    }
  }

  @Test(arguments: ["http://", "http://a b/", "http://\u{202E}there/", "http://there:99999/"])
  func `a redirect to a host that cannot be is the server's fault`(location: String) async throws {
    let server = FaultServer(["/": [.send(answer("302 There", headers: ["Location: \(location)"]))]])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.kind == .badServerResponse)
    #expect(problem.explanation?.english.contains("redirects to something that is not a URL") == true)
  }

  @Test func `a refused connection cannot connect`() async throws {
    let socket = LoopbackSocket(backlog: nil)
    defer { LoopbackSocket.close(socket.descriptor) }
    let problem = try #require(try await fetched("http://127.0.0.1:\(socket.port)/").problem)
    #expect(problem.kind == .cannotConnect)
    #expect(problem.detail.errno == 111)
  }
}
