import Providers
import StatusCore
import TestSupport
import Testing

/// Every way in which HTTP fails, through real sockets.
struct HTTPFaultTests {
  @Test(arguments: HTTPFault.losses + HTTPFault.nonsense + HTTPFault.empty)
  func `a fault has its kind and reason`(fault: HTTPFault) async throws {
    let server = FaultServer(["/": fault.steps])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.kind == fault.kind)
    #expect(problem.detail.reason == fault.reason)
  }

  @Test(arguments: HTTPFault.delays)
  func `a deadline names the phase that it ended`(fault: HTTPFault) async throws {
    let server = FaultServer(["/": fault.steps])
    let problem = try #require(try await fetched(server.url("/"), limits: .briefAttempt).problem)
    #expect(problem.kind == fault.kind)
    #expect(problem.detail.reason == fault.reason)
  }

  @Test(arguments: HTTPFault.excesses)
  func `what has no end is cut off`(fault: HTTPFault) async throws {
    let server = FaultServer(["/": fault.steps])
    #expect(try await fetched(server.url("/")).problem?.kind == fault.kind)
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

  @Test func `headers over the limit say what it is`() async throws {
    let server = FaultServer(["/": [.send("HTTP/1.1 200 OK\r\n"), .flood("X: y\r\n")]])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.detail.limit == 65_536)
  }

  @Test func `a refused connection cannot connect`() async throws {
    let problem = try #require(try await fetched("http://127.0.0.1:\(LoopbackSocket.freePort)/").problem)
    #expect(problem.kind == .cannotConnect)
    #expect(problem.detail.errno == 111)
  }

  @Test func `a server that does not accept is a timeout of the connection`() async throws {
    let socket = LoopbackSocket(backlog: 0)
    // The first fills the queue; nobody is let in after it.
    let first = LoopbackSocket.connected(to: socket.port)
    let problem = try #require(
      try await fetched("http://127.0.0.1:\(socket.port)/", limits: .briefConnect).problem)
    #expect(problem.kind == .timeout)
    #expect(problem.detail.reason == "connect")
    for descriptor in [first, socket.descriptor] { LoopbackSocket.close(descriptor) }
  }
}
