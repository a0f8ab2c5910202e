import Foundation
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Headers whose values stand in files, which are read for each request.
struct HTTPSecretFileTests {
  private let folder: TemporaryFolder

  init() throws {
    EventLoopThread.start()
    folder = try TemporaryFolder()
  }

  private func options() -> HTTPOptions {
    var options = HTTPOptions.patient
    options.fileHeaders = [
      HeaderTemplate(name: "Authorization", parts: [.text("Bearer "), .file(folder.path("token"))])
    ]
    return options
  }

  @LoopActor private func fetch(_ source: any Source) async -> Result<SourceResponse, Problem> {
    await withCheckedContinuation { continuation in
      _ = source.fetch(SourceRequest()) { continuation.resume(returning: $0) }
    }
  }

  @LoopActor @Test func `a token that comes, is exchanged or goes is that of the next request`() async throws
  {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let source = HTTPSource(try HTTPURL(server.url("/")), options: options())
    let problem = await fetch(source).problem
    #expect(problem?.kind == .sourceMisconfigured && problem?.detail.reason == "headers")
    #expect(problem?.detail.path == folder.path("token") && problem?.detail.url == server.url("/"))
    #expect(
      problem?.explanation?.english
        == "The header Authorization needs the file \(folder.path("token")), which does not exist.")
    #expect(server.requests.isEmpty)
    for token in ["first", "second"] {
      try folder.write("\(token)\n", to: "token")
      #expect(await fetch(source).text == "[1]")
    }
    try folder.remove("token")
    #expect(await fetch(source).problem?.kind == .sourceMisconfigured)
    #expect(server.requests.count == 2)
    #expect(
      zip(server.requests, ["first", "second"]).allSatisfy { $0.contains("Authorization: Bearer \($1)\r\n") })
  }

  @LoopActor @Test func `what a server repeats of a new token is hidden`() async throws {
    let body = #"{"title":"No","detail":"The token s3cret has expired."}"#
    let server = FaultServer([
      "/": [.send(answer("401 No", headers: ["Content-Type: application/problem+json"], body: body))]
    ])
    try folder.write("former", to: "token")
    let source = HTTPSource(try HTTPURL(server.url("/")), options: options())
    try folder.write("s3cret", to: "token")
    let problem = try #require(await fetch(source).problem)
    #expect(problem.kind == .unauthorized)
    #expect(!String(reflecting: problem).contains("s3cret"))
    #expect(String(reflecting: problem).contains("The token *** has expired."))
  }

  @LoopActor @Test func `an event stream reads them when it is opened`() async throws {
    let server = FaultServer(["/": [.send(answer("204 No Content"))]])
    let source = EventStreamSource(try HTTPURL(server.url("/")), options: options())
    #expect(await fetch(source).problem?.kind == .sourceMisconfigured)
    try folder.write("first", to: "token")
    _ = await fetch(source)
    #expect(server.requests.count == 1 && server.requests[0].contains("Authorization: Bearer first\r\n"))
  }

  @Test(arguments: [
    ("", "is empty"), ("a\nb", "holds a line end within or another control character"),
    ("a\u{1B}", "holds a line end within or another control character"),
    (String(repeating: "x", count: 65_536), "makes its value longer than 65536 bytes"),
    (String(repeating: "x", count: 65_537), "is longer than 65536 bytes"),
  ])
  func `a file that holds no header is a problem without its contents`(text: String, fault: String) throws {
    try folder.write(text, to: "token")
    let error = #expect(throws: SecretFileFault.self) { try options().fileHeaders[0].header() }
    #expect(error?.need() == "needs the file \(folder.path("token")), which \(fault)")
  }

  @Test func `no way of printing options shows a token`() throws {
    try folder.write("s3cret", to: "token")
    let options = try options().readingFiles()
    #expect(options.headers.map(\.value) == ["Bearer s3cret"] && options.fileHeaders.isEmpty)
    for options in [options, self.options()] {
      var dumped = ""
      dump(options, to: &dumped)
      #expect(!"\(options) \(String(reflecting: options)) \(dumped)".contains("s3cret"))
    }
  }
}
