import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// What the server's status means, and what it says of when to come back.
@Suite(.timeLimit(.minutes(10))) struct HTTPStatusTests {
  @Test(arguments: [200, 201, 203, 206])
  func `a success brings its body`(status: Int) async throws {
    let server = FaultServer(["/": [.send(answer("\(status) OK", body: "[1]"))]])
    #expect(try await fetched(server.url("/")).text == "[1]")
  }

  @Test(arguments: [
    ("30", Duration?.some(.seconds(30))), ("0", .zero), ("7200", .seconds(3_600)),
    ("99999999999999999999", .seconds(3_600)),
    // The clock of these tests stands at 2000-01-01T00:00:00Z.
    ("Sat, 01 Jan 2000 00:02:00 GMT", .seconds(120)),
    ("Saturday, 01-Jan-00 00:02:00 GMT", .seconds(120)),
    ("Sat Jan  1 00:02:00 2000", .seconds(120)),
    ("Fri, 31 Dec 1999 23:59:00 GMT", .zero), ("Sun, 01 Jan 2090 00:00:00 GMT", .seconds(3_600)),
    ("soon", nil), ("", nil), ("-5", nil),
    // Of a year beyond four digits, which libcurl takes.
    ("Sat, 01 Jan 999999999 00:00:00 GMT", nil),
  ])
  func `the server says when to come back`(header: String, wait: Duration?) async throws {
    let server = FaultServer(["/": [.send(answer("429 Slow", headers: ["Retry-After: \(header)"]))]])
    let url = try HTTPURL(server.url("/"))
    let result = await fetched {
      HTTPSource(url, options: .patient, time: ManualTime())
    }
    #expect(try #require(result.problem).retryAfter == wait)
  }
}
