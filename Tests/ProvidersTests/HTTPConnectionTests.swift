import Glibc
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Connections that outlive a transfer.
@Suite(.timeLimit(.minutes(10))) struct HTTPConnectionTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test func `a connection is used again`() async throws {
    let answer = FaultServer.Step.send(answer("200 OK", body: "[1]"))
    // The second request is answered on the connection of the first, and on no other.
    let server = FaultServer(["/first": [answer, .awaitRequest, answer, .hold]])
    #expect(try await bodies(of: [server.url("/first"), server.url("/second")]) == ["[1]", "[1]"])
  }

  @LoopActor
  @Test func `a connection that the server closed meanwhile is replaced`() async throws {
    // By HTTP/1.1 it would stay open; it is closed all the same.
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    #expect(try await bodies(of: [server.url("/"), server.url("/")]) == ["[1]", "[1]"])
  }

  /// A connection that is closed by the client keeps its port for a minute (TIME_WAIT).
  @LoopActor
  @Test func `a hundred resources of one server share connections that stay open`() async throws {
    let answer = answer("200 OK", body: "[1]")
    let server = FaultServer(["/": [.send(answer), .respond(answer)]])
    let multi = try CurlMulti(.shared(), loop: LoopActor.shared.loop)
    for _ in 1...3 {
      let ended = Box(0)
      for _ in 1...100 {
        let url = try HTTPURL(server.url("/"))
        try CurlTransfer(HTTPRequest(url), options: .patient, multi: multi).start {
          if $0.body == Array("[1]".utf8) { ended.value += 1 }
        }
      }
      await LoopActor.shared.loop.turns { ended.value == 100 }
    }
    #expect(server.connections <= CurlMulti.connectionsToOneServer)
  }

  @LoopActor
  @Test func `many servers that hang get a bounded number of connections`() async throws {
    let servers = (1...5).map { _ in FaultServer(["/": [.hold]]) }
    let multi = try CurlMulti(.shared(), loop: LoopActor.shared.loop)
    var transfers: [CurlTransfer] = []
    for server in servers {
      for _ in 1...40 {
        let request = HTTPRequest(try HTTPURL(server.url("/")))
        let transfer = try CurlTransfer(request, options: .patient, multi: multi)
        try transfer.start { _ in }
        transfers.append(transfer)
      }
    }
    let requests = { servers.map(\.requests.count).reduce(0, +) }
    await LoopActor.shared.loop.turns { requests() >= CurlMulti.connections }
    for _ in 1...20 { await LoopActor.shared.loop.nextTurn() }
    #expect(requests() == CurlMulti.connections)
    #expect(servers.allSatisfy { $0.requests.count <= CurlMulti.connectionsToOneServer })
    for transfer in transfers { transfer.cancel() }
    await LoopActor.shared.loop.turns { servers.map(\.departures).reduce(0, +) == CurlMulti.connections }
  }

  @LoopActor
  @Test func `a program that is started meanwhile has no part in a connection`() async throws {
    let server = FaultServer(["/": [.hold]])
    let multi = try CurlMulti(.shared(), loop: LoopActor.shared.loop)
    let request = HTTPRequest(try HTTPURL(server.url("/")))
    let transfer = try CurlTransfer(request, options: .patient, multi: multi)
    try transfer.start { _ in }
    await LoopActor.shared.loop.turns { server.requests.count == 1 }
    #expect(multi.watches.count == 1)
    #expect(multi.watches.keys.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    transfer.cancel()
  }

  /// Before it fires a timer, the loop looks at its descriptors once more.
  @LoopActor
  @Test func `a transfer starts without a timer`() async throws {
    let server = FaultServer(["/": [.hold]])
    let multi = try CurlMulti(.shared(), loop: LoopActor.shared.loop)
    let transfer = try CurlTransfer(HTTPRequest(HTTPURL(server.url("/"))), options: .patient, multi: multi)
    try transfer.start { _ in }
    #expect(multi.timer == nil)
    await LoopActor.shared.loop.turns { server.requests.count == 1 }
    transfer.cancel()
  }

  @LoopActor
  @Test func `an attempt whose time is over closes its connection`() async throws {
    let server = FaultServer(["/": [.hold]])
    _ = try await expired(server.url("/")) { $0.phase == .awaitingHeaders }
    await LoopActor.shared.loop.turns { server.departures == 1 }
  }

  /// Fetches one after the other by a multi handle of their own, in which no other test closes connections.
  @LoopActor
  private func bodies(of urls: [String]) async throws -> [String] {
    let multi = try CurlMulti(.shared(), loop: LoopActor.shared.loop)
    var bodies: [String] = []
    for url in urls {
      let report = try await end(
        of: CurlTransfer(HTTPRequest(HTTPURL(url)), options: .patient, multi: multi))
      bodies.append(String(decoding: report.body, as: UTF8.self))
    }
    return bodies
  }

  @LoopActor
  private func end(of transfer: CurlTransfer) async throws -> TransferReport {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try transfer.start { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
