import TestSupport
import Testing

/// How often a server is asked, counted by the server (docs/protocol.md section 7).
struct FaultRetryTests {
  private static let quick = [
    "retry = { attempts = 3, base = 0.01, cap = 5 }", "timeout = 600", "connectTimeout = 600",
    "totalTimeout = 600",
  ]

  @Test func `a source that always fails is asked three times, for one error`() throws {
    let server = FaultServer(inTurn: [[.send("HTTP/1.1 500 No\r\n\r\n")]])
    let daemon = try FaultDaemon([.init(name: "menus", source: server.url("/"), lines: Self.quick)])
    let response = try daemon.refresh("menus")
    #expect(response.kind == "serverError")
    #expect((response.failure?["attempts"] as? [[String: Any]])?.count == 3)
    #expect(server.requests.count == 3)
    let (messages, status) = try daemon.end()
    #expect(messages.allSatisfy { $0.error == nil })
    #expect(status == 0)
  }

  @Test func `a source that fails once is asked twice, for one success`() throws {
    let server = FaultServer(inTurn: [[.send("HTTP/1.1 500 No\r\n\r\n")], [.send(Self.menu)]])
    let daemon = try FaultDaemon([.init(name: "menus", source: server.url("/"), lines: Self.quick)])
    #expect(try daemon.refresh("menus").result?["status"] as? String == "loaded")
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [(404, "notFound"), (400, "badRequest"), (501, "serverError"), (505, "serverError")])
  func `what repeating cannot help is asked for once`(status: Int, kind: String) throws {
    let server = FaultServer(inTurn: [[.send("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")]])
    let daemon = try FaultDaemon([.init(name: "menus", source: server.url("/"), lines: Self.quick)])
    #expect(try daemon.refresh("menus").kind == kind)
    #expect(server.requests.count == 1)
  }

  @Test func `a wait that is short is waited out within the fetch`() throws {
    let server = FaultServer(inTurn: [
      [.send("HTTP/1.1 503 No\r\nRetry-After: 1\r\n\r\n")], [.send(Self.menu)],
    ])
    let daemon = try FaultDaemon([.init(name: "menus", source: server.url("/"), lines: Self.quick)])
    let start = ContinuousClock.now
    #expect(try daemon.refresh("menus").result?["status"] as? String == "loaded")
    #expect(.now - start >= .seconds(1))
    #expect(server.requests.count == 2)
  }

  @Test func `a long wait is kept by every resource of the server, and by no other`() throws {
    let limited = FaultServer(inTurn: [
      [.send("HTTP/1.1 429 No\r\nRetry-After: 30\r\n\r\n")], [.send(Self.menu)],
    ])
    let other = FaultServer(inTurn: [[.send(Self.menu)]])
    let daemon = try FaultDaemon([
      .init(name: "first", source: limited.url("/first"), lines: Self.quick),
      .init(name: "second", source: limited.url("/second"), lines: Self.quick),
      .init(name: "third", source: other.url("/"), lines: Self.quick),
    ])
    for name in ["first", "first", "second"] {
      let response = try daemon.refresh(name)
      #expect(response.kind == "tooManyRequests")
      let after = (response.failure?["retry"] as? [String: Any])?["after"] as? Double
      #expect(20...30 ~= (try #require(after)))
    }
    #expect(try daemon.refresh("third").result?["status"] as? String == "loaded")
    #expect(limited.requests.count == 1)
  }

  private static let menu =
    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]"
}
