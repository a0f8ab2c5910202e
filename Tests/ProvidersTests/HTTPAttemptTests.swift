import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// When the completion of an attempt is called, and when it is not.
@Suite(.timeLimit(.minutes(10))) struct HTTPAttemptTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test func `the completion is never called from within fetch`() async throws {
    let server = FaultServer([:])
    let source = try source(server.url("/"))
    var hasReturned = false
    let isLater = await withCheckedContinuation { continuation in
      _ = source.fetch(SourceRequest()) { _ in continuation.resume(returning: hasReturned) }
      hasReturned = true
    }
    #expect(isLater)
  }

  @LoopActor
  @Test(arguments: [false, true])
  func `an attempt that was cancelled or expired is not told, and leaves the others alone`(
    expires: Bool
  ) async throws {
    let server = FaultServer(["/": [.awaitRequest]], otherwise: [.send(answer("200 OK", body: "[1]"))])
    let (first, second) = (try source(server.url("/")), try source(server.url("/other")))
    var told: [String] = []
    let attempt = first.fetch(SourceRequest()) { _ in told.append("first") }
    await withCheckedContinuation { continuation in
      _ = second.fetch(SourceRequest()) { _ in
        told.append("second")
        continuation.resume()
      }
      if expires { _ = attempt.expire() } else { attempt.cancel() }
    }
    // Whatever was still to come of the first has come.
    await LoopActor.shared.loop.nextTurn()
    #expect(told == ["second"])
  }

  @LoopActor
  @Test(arguments: [false, true])
  func `an attempt that was cancelled or expired closes its connection`(expires: Bool) async throws {
    let server = FaultServer(["/": [.hold]])
    let attempt = try source(server.url("/")).fetch(SourceRequest()) { _ in }
    await LoopActor.shared.loop.turns { !server.requests.isEmpty }
    #expect(server.departures == 0)
    if expires { _ = attempt.expire() } else { attempt.cancel() }
    await LoopActor.shared.loop.turns { server.departures > 0 }
    #expect(server.departures == 1)
  }

  @LoopActor
  @Test func `an attempt may be cancelled by what it tells`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let source = try source(server.url("/"))
    var attempt: (any SourceAttempt)?
    let text = await withCheckedContinuation { continuation in
      attempt = source.fetch(SourceRequest()) {
        attempt?.cancel()
        continuation.resume(returning: $0.text)
      }
    }
    #expect(text == "[1]")
  }

  @Test func `many attempts run side by side`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let url = server.url("/")
    let texts = try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await fetched(url).text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "[1]", count: 50))
  }

  @LoopActor
  private func source(_ url: String) throws -> HTTPSource {
    HTTPSource(try HTTPURL(url), options: .patient)
  }
}
