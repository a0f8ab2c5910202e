import StatusCore
import TestSupport
import Testing

@testable import Providers

/// The server's own words (RFC 9457), from its response to the problem.
struct HTTPProblemDetailsTests {
  private static let body = #"{"title":"Maintenance","detail":"Back at ten."}"#

  private func problem(
    _ status: String = "500 Oops", type: String? = "application/problem+json", body: String = Self.body
  ) async throws -> Problem {
    let headers = type.map { ["Content-Type: \($0)"] } ?? []
    let server = FaultServer(["/": [.send(answer(status, headers: headers, body: body))]])
    return try #require(try await fetched(server.url("/")).problem)
  }

  @Test(arguments: ["400 A", "401 A", "403 A", "404 A", "408 A", "410 A", "418 A", "429 A", "500 A", "503 A"])
  func `the words of any error are its explanation`(status: String) async throws {
    let problem = try await problem(status)
    #expect(problem.explanation?.english == "Back at ten.")
    #expect(problem.detail.problem?.title == "Maintenance")
    #expect(problem.detail.status.map(String.init) == String(status.prefix(3)))
  }

  @Test(arguments: [
    ("application/problem+json", true), ("Application/Problem+JSON; charset=utf-8", true),
    ("application/problem+json ", true), ("application/json", false), ("application/problem+xml", false),
    ("application/problem+jsonx", false), (nil, false),
  ])
  func `the type of the body decides`(type: String?, isRead: Bool) async throws {
    let problem = try await problem(type: type)
    #expect((problem.detail.problem != nil) == isRead)
    #expect((problem.explanation?.english == "Back at ten.") == isRead)
  }

  @Test(arguments: [(65_536, true), (65_537, false)])
  func `a body is read up to 64 KiB`(bytes: Int, isRead: Bool) async throws {
    let body = Self.body + String(repeating: " ", count: bytes - Self.body.utf8.count)
    #expect((try await problem(body: body).detail.problem != nil) == isRead)
  }

  @Test func `words that cannot be read leave the sentence of the status`() async throws {
    let problem = try await problem(body: "<html>")
    #expect(problem.detail.problem == nil)
    #expect(problem.explanation?.english.hasSuffix("responded with status 500.") == true)
  }

  @Test func `a success of that type is a value`() async throws {
    let headers = ["Content-Type: application/problem+json"]
    let server = FaultServer(["/": [.send(answer("200 OK", headers: headers, body: "[1]"))]])
    #expect(try await fetched(server.url("/")).text == "[1]")
  }

  @Test func `a header's value that the server repeats is hidden`() async throws {
    let body = #"{"detail":"hush is no key."}"#
    let headers = ["Content-Type: application/problem+json"]
    let server = FaultServer(["/": [.send(answer("401 No", headers: headers, body: body))]])
    let result = try await fetched(server.url("/"), headers: [HTTPHeader(name: "X-Api-Key", value: "hush")])
    #expect(try #require(result.problem).explanation?.english == "*** is no key.")
  }

  @Test func `a body that was cut short says nothing`() async throws {
    let head = "HTTP/1.1 500 A\r\nContent-Type: application/problem+json\r\nContent-Length: 999\r\n\r\n"
    let server = FaultServer(["/": [.send(head + Self.body)]])
    let problem = try #require(try await fetched(server.url("/")).problem)
    #expect(problem.kind == .connectionLost && problem.detail.problem == nil)
  }
}
