import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Limits, and what a failure says besides its kind; the kinds are in the table of faults, `FaultTableTests`.
struct HTTPFaultTests {
  @LoopActor
  @Test(arguments: HTTPDelay.all)
  func `an attempt whose time is over names its phase`(delay: HTTPDelay) async throws {
    EventLoopThread.start()
    let server = FaultServer(["/": delay.steps])
    let problem = try await expired(server.url("/"), when: delay.hasGotSoFar)
    #expect(problem.kind == .timeout)
    #expect(problem.detail.reason == delay.reason)
    #expect(problem.explanation == "127.0.0.1:\(server.port) took too long to \(delay.words).")
    #expect(problem.detail.url == server.url("/"))
  }

  @Test func `a body one byte over the limit is too large`() async throws {
    var limits = HTTPLimits()
    limits.bodyBytes = 4
    let server = FaultServer(["/5": [.send(answer("200 OK", body: "[100]"))]])
    let problem = try #require(try await fetched(server.url("/5"), limits: limits).problem)
    #expect(problem.kind == .bodyTooLarge)
    #expect(problem.detail.limit == 4)
  }

  @Test func `a body as large as the limit is taken`() async throws {
    var limits = HTTPLimits()
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
    var options = HTTPOptions(userAgent: "statusd/test")
    options.limits.bodyBytes = 1 << 20
    let source = HTTPSource(try HTTPURL(server.url("/")), options: options)
    var attempt: HTTPAttempt?
    let result = await withCheckedContinuation { continuation in
      attempt = source.fetch(SourceRequest()) { continuation.resume(returning: $0) } as? HTTPAttempt
    }
    #expect(result.problem?.kind == .bodyTooLarge)
    #expect(1 << 20...(1 << 20) + 16_384 ~= (try #require(attempt).bodyBytes))
  }

  @Test func `a refused connection cannot connect`() async throws {
    let socket = LoopbackSocket(backlog: nil)
    defer { LoopbackSocket.close(socket.descriptor) }
    let problem = try #require(try await fetched("http://127.0.0.1:\(socket.port)/").problem)
    #expect(problem.kind == .cannotConnect)
    #expect(problem.detail.errno == 111)
  }
}
