import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Connections that outlive a transfer.
struct HTTPConnectionTests {
  @Test func `a connection is used again`() async throws {
    let answer = FaultServer.Step.send(answer("200 OK", body: "[1]"))
    // The second request is answered on the connection of the first, and on no other.
    let server = FaultServer(["/first": [answer, .awaitRequest, answer, .hold]])
    let urls = [try HTTPURL(server.url("/first")), try HTTPURL(server.url("/second"))]
    #expect(try await bodies(of: urls) == ["[1]", "[1]"])
  }

  @Test func `a connection that the server closed meanwhile is replaced`() async throws {
    // Announced to be kept, and closed all the same.
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let url = try HTTPURL(server.url("/"))
    #expect(try await bodies(of: [url, url]) == ["[1]", "[1]"])
  }

  /// Fetches one after the other by a multi handle of their own, in which no other test closes connections.
  private func bodies(of urls: [HTTPURL]) async throws -> [String] {
    EventLoopThread.start()
    return try await fetchedInTurn(urls)
  }
}

@LoopActor
private func fetchedInTurn(_ urls: [HTTPURL]) async throws -> [String] {
  let multi = try CurlMulti(.shared(), loop: LoopActor.shared.loop)
  var bodies: [String] = []
  for url in urls {
    let transfer = try CurlTransfer(url, options: HTTPOptions(userAgent: "statusd/test"), multi: multi)
    let report = try await end(of: transfer)
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
