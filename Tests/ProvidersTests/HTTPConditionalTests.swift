import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// Conditional requests (RFC 9110 section 13), and what a server says of the version that it sent.
@Suite(.timeLimit(.minutes(10))) struct HTTPConditionalTests {
  private static let kept = Validators(
    entityTag: #"W/"a\b""#, lastModified: "Sat, 01 Jan 2000 00:00:00 GMT")

  init() {
    EventLoopThread.start()
  }

  private static func quoted(_ length: Int) -> String {
    "\"\(String(repeating: "a", count: length))\""
  }

  @LoopActor
  @Test(arguments: [#"If-None-Match: W/"a\b""#, "If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT"])
  func `validators go to the server as it gave them`(line: String) async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    _ = try await source(server.url("/")).replies(to: Self.kept)
    #expect(try #require(server.requests.first).contains("\r\n\(line)\r\n"))
  }

  @LoopActor
  @Test func `without validators nothing is asked conditionally`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    _ = try await source(server.url("/")).replies(to: nil)
    #expect(try !#require(server.requests.first).contains("\r\nIf-"))
  }

  @LoopActor
  @Test(
    arguments: [
      (["ETag: \"b\"", "Last-Modified: Sun"], Validators(entityTag: "\"b\"", lastModified: "Sun")),
      (["etag: W/\"b\""], Validators(entityTag: "W/\"b\"")),
      (["Last-Modified: Sun"], Validators(lastModified: "Sun")),
      (["ETag:"], nil), ([], nil),
      (["ETag: \(quoted(1_022))"], Validators(entityTag: quoted(1_022))),
      // Servers refuse requests with long headers, and with odd ones: the next request could only fail.
      (["ETag: \(quoted(1_023))"], nil),
      (["ETag: \(quoted(20_000))", "Last-Modified: Sun"], Validators(lastModified: "Sun")),
      (["ETag: \"b\"", "Last-Modified: S\u{1}n"], Validators(entityTag: "\"b\"")),
      (["ETag: \"\u{7F}\""], nil), (["ETag: \"a\tb\""], nil),
    ] as [([String], Validators?)])
  func `a success brings its validators`(headers: [String], validators: Validators?) async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", headers: headers, body: "[1]"))]])
    let reply = try await source(server.url("/")).replies(to: Self.kept).get()
    #expect(reply.validators == validators)
  }

  @LoopActor
  @Test(
    arguments: [
      (["ETag: \"b\""], Validators(entityTag: "\"b\"", lastModified: kept.lastModified)),
      (["Last-Modified: Sun"], Validators(entityTag: kept.entityTag, lastModified: "Sun")), ([], kept),
    ] as [([String], Validators)])
  func `304 is success, and what it does not repeat stays`(
    headers: [String], validators: Validators
  ) async throws {
    let server = FaultServer(["/": [.send(answer("304 Not Modified", headers: headers))]])
    let reply = try await source(server.url("/")).replies(to: Self.kept).get()
    guard case .notModified = reply.content else {
      Issue.record("not modified")
      return
    }
    #expect(reply.validators == validators)
  }

  @LoopActor
  @Test func `304 that nobody asked for is unexpected`() async throws {
    let server = FaultServer(["/": [.send("HTTP/1.1 304 Not Modified\r\n\r\n")]])
    let problem = try await source(server.url("/")).replies(to: nil).problem
    #expect(problem?.kind == .unexpectedStatus)
    #expect(problem?.detail.status == 304)
  }

  @LoopActor
  @Test(arguments: ["200 OK", "304 Not Modified"])
  func `an answer says how long it is fresh`(status: String) async throws {
    let headers = ["Cache-Control: public", "Cache-Control: max-age=60", "Age: 10"]
    let body = status.hasPrefix("200") ? "[1]" : ""
    let server = FaultServer(["/": [.send(answer(status, headers: headers, body: body))]])
    let reply = try await source(server.url("/")).replies(to: Self.kept).get()
    #expect(reply.freshFor == .seconds(50))
  }

  @LoopActor
  @Test func `a header that is configured stands in place of a condition`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let header = HTTPHeader(name: "if-none-match", value: "\"mine\"")
    _ = try await source(server.url("/"), headers: [header]).replies(to: Self.kept)
    let request = try #require(server.requests.first)
    #expect(request.contains("\r\nif-none-match: \"mine\"\r\n"))
    #expect(!request.contains("If-None-Match"))
  }
}

// MARK: Behind redirects

extension HTTPConditionalTests {
  @LoopActor
  @Test func `behind a redirect the condition is put to the server that gave the validators`() async throws {
    let other = FaultServer(["/": [.send(answer("200 OK", headers: ["ETag: \"b\""], body: "[1]"))]])
    let server = FaultServer(["/": [.send(answer("302 Found", headers: ["Location: \(other.url("/"))"]))]])
    let source = try source(server.url("/"))
    let validators = try await source.replies(to: nil).get().validators
    _ = await source.replies(to: validators)
    #expect(other.requests.map { $0.contains("If-None-Match: \"b\"") } == [false, true])
    #expect(server.requests.allSatisfy { !$0.contains("If-") })
  }

  /// By its date the older release would not be newer than what is kept, and would be taken for it.
  @LoopActor
  @Test func `a redirect that leads elsewhere meanwhile is followed without a condition`() async throws {
    let newer = [FaultServer.Step.send(answer("200 OK", headers: ["Last-Modified: Sun"], body: "[2]"))]
    let releases = FaultServer(["/newer": newer, "/older": [.send(answer("200 OK", body: "[1]"))]])
    let server = FaultServer(
      inTurn: ["newer", "older"].map {
        [.send(answer("302 Found", headers: ["Location: \(releases.url("/\($0)"))"]))]
      })
    let source = try source(server.url("/"))
    let validators = try await source.replies(to: nil).get().validators
    #expect(await source.replies(to: validators).text == "[1]")
    #expect(releases.requests.allSatisfy { !$0.contains("If-Modified-Since") })
  }

  /// Not on the loop, which waiting for nginx would hold up.
  @Test func `nginx says that nothing is new, until something is`() async throws {
    let server = try NginxServer(["menu.json": "[1]"])
    let source = try await source(server.url("/menu.json"))
    let first = try await source.replies(to: nil).get()
    let second = try await source.replies(to: first.validators).get()
    guard case .notModified = second.content else {
      Issue.record("not modified")
      return
    }
    try server.write("[1, 2]", to: "menu.json")
    #expect(await source.replies(to: second.validators).text == "[1, 2]")
    server.stop()
    #expect(try server.accessLog == ["200 /menu.json", "304 /menu.json", "200 /menu.json"])
  }
}

@LoopActor
private func source(_ url: String, headers: [HTTPHeader] = []) throws -> HTTPSource {
  var options = HTTPOptions.patient
  options.headers = headers
  return HTTPSource(try HTTPURL(url), options: options)
}

extension HTTPSource {
  /// What one attempt brings.
  fileprivate func replies(to validators: Validators?) async -> Result<SourceResponse, Problem> {
    await withCheckedContinuation { continuation in
      _ = fetch(SourceRequest(validators: validators)) { continuation.resume(returning: $0) }
    }
  }
}
