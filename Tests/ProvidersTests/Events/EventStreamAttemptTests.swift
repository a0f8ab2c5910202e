import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// What `refresh` does with an event stream: it takes the first message.
@Suite(.timeLimit(.minutes(10))) struct EventStreamAttemptTests {
  private func fetched(_ steps: FaultServer.Step...) async throws -> (
    Result<SourceResponse, Problem>, FaultServer
  ) {
    let server = FaultServer(["/": steps])
    let url = try HTTPURL(server.url("/"))
    let result = await ProvidersTests.fetched {
      EventStreamSource(url, options: .patient)
    }
    return (result, server)
  }

  @Test func `the first message is the value, and the stream is closed`() async throws {
    let (result, server) = try await fetched(.send(eventStream(": hi\n\nid: 7\ndata: [1]\n\n")), .hold)
    #expect(result.text == "[1]")
    #expect(try result.get().validators == Validators(entityTag: "7"))
    await LoopActor.shared.loop.turns { server.departures == 1 }
  }

  @Test func `nothing is resumed, whatever is kept`() async throws {
    EventLoopThread.start()
    let server = FaultServer(["/": [.send(eventStream("data: 1\n\n")), .hold]])
    let source = try await EventStreamSource(server.url("/"))
    let request = SourceRequest(validators: Validators(entityTag: "7"))
    let result = await withCheckedContinuation { continuation in
      Task { @LoopActor in _ = source.fetch(request) { continuation.resume(returning: $0) } }
    }
    #expect(result.text == "1")
    #expect(server.requests.allSatisfy { !$0.contains("Last-Event-ID") })
  }

  @Test(arguments: [
    (eventStream("event: problem\ndata: {\"status\":403}\n\n"), FailureKind.forbidden, ""),
    ("HTTP/1.1 204 No Content\r\n\r\n", .missingData, ""),
    (eventStream(": nothing\n\n"), .connectionLost, "truncated"),
    (eventStream("[1]", type: "application/json"), .malformedData, "contentType"),
    ("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", .serverError, ""),
  ])
  func `a stream that brings no message is a failure`(response: String, kind: FailureKind, reason: String)
    async throws
  {
    let (result, server) = try await fetched(.send(response))
    #expect(result.problem?.kind == kind && result.problem?.detail.reason ?? "" == reason)
    #expect(result.problem?.detail.url == server.url("/"))
  }

  @LoopActor
  @Test func `an attempt whose time is over says how far it got, and closes the stream`() async throws {
    EventLoopThread.start()
    let server = FaultServer(["/": [.send(eventStream(": hi\n\n")), .hold]])
    let source = try EventStreamSource(server.url("/"))
    let attempt = source.fetch(SourceRequest()) { _ in Issue.record("the attempt has ended before") }
    let stream = try #require(attempt as? EventStreamAttempt).stream
    await LoopActor.shared.loop.turns { stream.bytesReceived > 0 }
    let problem = attempt.expire()
    #expect(problem.kind == .timeout && problem.detail.reason == "body")
    await LoopActor.shared.loop.turns { server.departures == 1 }
  }

  @LoopActor
  @Test func `an attempt that is cancelled closes the stream`() async throws {
    EventLoopThread.start()
    let server = FaultServer(["/": [.send(eventStream()), .hold]])
    let source = try EventStreamSource(server.url("/"))
    let attempt = source.fetch(SourceRequest()) { _ in Issue.record("the attempt has ended before") }
    await LoopActor.shared.loop.turns { server.requests.count == 1 }
    attempt.cancel()
    await LoopActor.shared.loop.turns { server.departures == 1 }
  }
}
