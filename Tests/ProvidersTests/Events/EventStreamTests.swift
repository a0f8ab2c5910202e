import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// A connection to a server that sends events, byte for byte what the test says.
@Suite(.timeLimit(.minutes(10))) struct EventStreamTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: The request

  @LoopActor
  @Test func `a stream is requested as browsers do`() async throws {
    let server = FaultServer(["/": [.send(eventStream("data: 1\n\n")), .hold]])
    let source = try EventStreamSource(server.url("/"), headers: [HTTPHeader(name: "X-Own", value: "yes")])
    let events = EventRecorder(source)
    #expect(await events.wait(for: 1) == ["1"])
    let lines = try #require(server.requests.first).split(separator: "\r\n").map { $0.lowercased() }
    #expect(lines.contains("accept: text/event-stream") && lines.contains("cache-control: no-store"))
    #expect(lines.contains("x-own: yes") && lines.contains("user-agent: statusd/test"))
    #expect(!lines.contains { $0.hasPrefix("accept-encoding") || $0.hasPrefix("last-event-id") })
  }

  @LoopActor
  @Test func `a redirect is followed, and no header of ours goes to another server`() async throws {
    let other = FaultServer(["/b": [.send(eventStream("data: 2\n\n")), .hold]])
    let server = FaultServer([
      "/a": [.send("HTTP/1.1 307 T\r\nLocation: \(other.url("/b"))\r\nContent-Length: 0\r\n\r\n")]
    ])
    let source = try EventStreamSource(server.url("/a"), headers: [HTTPHeader(name: "X-Own", value: "hush")])
    let events = EventRecorder(source, after: "7")
    let words = await events.wait(for: 2)
    #expect(words == ["notModified", "2@7"])
    let request = try #require(other.requests.first)
    #expect(!request.contains("hush") && request.contains("Last-Event-ID: 7"))
  }

  // MARK: Events

  @LoopActor
  @Test func `messages are values with their ids, and problems are failures`() async throws {
    let text =
      ": hi\n\ndata: 1\n\nid: 7\nevent: other\ndata: x\n\nevent: problem\ndata: {\"status\":503,\"title\":\"Closed\"}\n\n"
    let server = FaultServer(["/": [.send(eventStream(text)), .hold]])
    let events = EventRecorder(try EventStreamSource(server.url("/")))
    #expect(await events.wait(for: 2) == ["1", "serviceUnavailable"])
    let problem = try #require(events.problems.first)
    #expect(problem.explanation?.english == "Closed" && problem.detail.problem?.title == "Closed")
    #expect(problem.detail.status == 503 && problem.detail.url == server.url("/"))
  }

  @LoopActor
  @Test(arguments: [
    ("{\"status\":404}", FailureKind.notFound, 404), ("{\"title\":\"A\"}", .serverError, 0),
    ("{\"status\":200,\"title\":\"A\"}", .serverError, 0), ("no JSON", .serverError, 0),
    ("", .serverError, 0),
    ("{\"status\":429}", .tooManyRequests, 429),
  ])
  func `a problem has the kind of its status`(data: String, kind: FailureKind, status: Int) async throws {
    let server = FaultServer(["/": [.send(eventStream("event: problem\ndata: \(data)\n\n")), .hold]])
    let events = EventRecorder(try EventStreamSource(server.url("/")))
    await events.wait(for: 1)
    #expect(events.problems.first?.kind == kind && events.problems.first?.detail.status ?? 0 == status)
  }

  @LoopActor
  @Test func `a secret that a problem repeats is hidden`() async throws {
    let server = FaultServer([
      "/": [.send(eventStream("event: problem\ndata: {\"detail\":\"hush is no key\"}\n\n")), .hold]
    ])
    let headers = [HTTPHeader(name: "X-Api-Key", value: "hush")]
    let events = EventRecorder(try EventStreamSource(server.url("/"), headers: headers))
    await events.wait(for: 1)
    #expect(events.problems.first?.explanation?.english == "*** is no key")
  }

  @LoopActor
  @Test func `an event over the limit is a failure, and the stream goes on`() async throws {
    let large = String(repeating: "x", count: 101)
    let server = FaultServer([
      "/": [.send(eventStream("data: \(large)\n\n")), .hold],
      "/on": [.send(eventStream("data: \(large)\n\nevent: a\ndata: \(large)\n\ndata: 1\n\n")), .hold],
    ])
    let events = EventRecorder(try EventStreamSource(server.url("/")) { $0.bodyBytes = 100 })
    #expect(await events.wait(for: 1) == ["bodyTooLarge"])
    #expect(events.problems.first?.detail.limit == 100)
    let others = EventRecorder(try EventStreamSource(server.url("/on")) { $0.bodyBytes = 100 })
    #expect(await others.wait(for: 1) == ["1"])
  }

  @LoopActor
  @Test func `of events that come at once the newest counts`() async throws {
    let text = (1...100).map { "id: \($0)\ndata: \($0)\n\n" }.joined()
    let server = FaultServer(["/": [.send(eventStream(text)), .hold]])
    let events = EventRecorder(try EventStreamSource(server.url("/")))
    await LoopActor.shared.loop.turns { events.words.last == "100@100" }
    #expect(events.events.count <= 3)
  }

  @LoopActor
  @Test func `a stream without end costs no memory`() async throws {
    let server = FaultServer([
      "/": [.send(eventStream()), .flood(": \(String(repeating: "-", count: 4_000))\n")]
    ])
    let multi = try CurlMulti.ofStreams()
    let stream = try EventStream(
      HTTPURL(server.url("/")), options: .patient, after: "", timers: LoopActor.shared.loop.timers,
      multi: multi)
    try stream.start { _ in }
    await LoopActor.shared.loop.turns { stream.bytesReceived > 1 << 18 }
    #expect(stream.bytesKept < 100)
    stream.close()
  }

  // MARK: Resuming

  @LoopActor
  @Test func `a stream is resumed behind the value that is kept, and confirms it`() async throws {
    let server = FaultServer(inTurn: [
      [.send(eventStream("id: 7\ndata: 1\n\nid: 8\nevent: other\ndata: x\n\nretry: 2000\n"))],
      [.send(eventStream()), .hold],
    ])
    let source = try EventStreamSource(server.url("/"))
    let first = EventRecorder(source)
    #expect(await first.wait(for: 2) == ["1@7", "lost connectionLost truncated 2.0"])
    let second = EventRecorder(source, after: "7")
    #expect(await second.wait(for: 1) == ["notModified"])
    #expect(server.requests.last?.contains("Last-Event-ID: 8\r\n") == true)
  }

  @LoopActor
  @Test func `what did not become the value is requested again`() async throws {
    let server = FaultServer(inTurn: [
      [.send(eventStream("id: 7\ndata: 1\n\nid: 8\ndata: {\n\n"))],
      [.send(eventStream("id: 8\ndata: {\n\n")), .hold],
    ])
    let source = try EventStreamSource(server.url("/"))
    await EventRecorder(source).wait(for: 2)
    // The engine could not use the message with id 8.
    #expect(await EventRecorder(source, after: "7").wait(for: 1) == ["{@8"])
    #expect(server.requests.last?.contains("Last-Event-ID: 7\r\n") == true)
  }

  @LoopActor
  @Test(arguments: [
    // The server says that there is no value now.
    "id: 7\ndata: 1\n\nevent: problem\ndata: {}\n\n",
    // Which of two with one id the value was, nobody knows.
    "id: 7\ndata: 1\n\nid: 7\ndata: 2\n\n",
  ])
  func `a value that may not be the present one is not confirmed`(text: String) async throws {
    let server = FaultServer(inTurn: [
      [.send(eventStream(text))], [.send(eventStream("data: 3\n\n")), .hold],
    ])
    let source = try EventStreamSource(server.url("/"))
    let first = EventRecorder(source)
    await LoopActor.shared.loop.turns { first.words.last?.hasPrefix("lost") == true }
    #expect(await EventRecorder(source, after: "7").wait(for: 1) == ["3@7"])
    #expect(server.requests.last?.contains("Last-Event-ID: 7\r\n") == true)
  }

  // MARK: Responses that are no stream

  @LoopActor
  @Test(arguments: [
    ("HTTP/1.1 204 No Content\r\n\r\n", ["ended"]),
    ("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", ["lost unexpectedStatus -"]),
    ("HTTP/1.1 304 Not Modified\r\n\r\n", ["lost unexpectedStatus -"]),
    ("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", ["lost notFound -"]),
    (
      "HTTP/1.1 503 No\r\nContent-Type: text/event-stream\r\nContent-Length: 9\r\n\r\ndata: 1\n\n",
      ["lost serviceUnavailable -"]
    ),
    (eventStream("{}", type: "application/json"), ["lost malformedData contentType"]),
    (eventStream("data: 1\n\n", type: "text/event-streams"), ["lost malformedData contentType"]),
    ("HTTP/1.1 200 OK\r\n\r\ndata: 1\n\n", ["lost malformedData contentType"]),
    (eventStream("data: 1\n\n", "Content-Encoding: gzip"), ["lost malformedData compression"]),
    (eventStream("data: 1\n\n", "Content-Encoding: identity"), ["1", "lost connectionLost truncated"]),
    (
      eventStream("data: 1\n\n", type: "Text/Event-Stream ; charset=latin1"),
      ["1", "lost connectionLost truncated"]
    ),
    (eventStream("data: 1\n\ndata: 2", "Content-Length: 100"), ["1", "lost connectionLost truncated"]),
    (eventStream("4\r\ndata\r\nx", "Transfer-Encoding: chunked"), ["lost badServerResponse -"]),
    ("", ["lost connectionLost empty"]), ("HTTP/1.1 200 OK\r\n", ["lost connectionLost truncated"]),
    ("data: 1\n\n", ["lost badServerResponse -"]),
    (eventStream("retry: 1\n"), ["lost connectionLost truncated 0.5"]),
    (eventStream("retry: 301000\n"), ["lost connectionLost truncated 300.0"]),
  ])
  func `a response is judged`(response: String, words: [String]) async throws {
    let server = FaultServer(["/": [.send(response)]])
    let events = EventRecorder(try EventStreamSource(server.url("/")))
    #expect(await events.wait(for: words.count) == words)
    #expect(events.problems.allSatisfy { $0.detail.url == server.url("/") })
  }

  @LoopActor
  @Test func `a document without end is ended by its headers`() async throws {
    let server = FaultServer(["/": [.send(eventStream(type: "text/html")), .flood("<p>")]])
    let events = EventRecorder(try EventStreamSource(server.url("/")))
    #expect(await events.wait(for: 1) == ["lost malformedData contentType"])
    #expect(events.problems.first?.explanation?.english.contains("text/html") == true)
  }

  @LoopActor
  @Test func `Retry-After is passed on`() async throws {
    let server = FaultServer(["/": [.send(answer("503 No", headers: ["Retry-After: 60"]))]])
    let events = EventRecorder(try EventStreamSource(server.url("/")))
    await events.wait(for: 1)
    #expect(events.problems.first?.retryAfter == .seconds(60))
  }

  @LoopActor
  @Test func `nobody listens`() async throws {
    let socket = LoopbackSocket(backlog: nil)
    defer { LoopbackSocket.close(socket.descriptor) }
    let events = EventRecorder(try EventStreamSource("http://127.0.0.1:\(socket.port)/"))
    #expect(await events.wait(for: 1) == ["lost cannotConnect -"])
  }
}
