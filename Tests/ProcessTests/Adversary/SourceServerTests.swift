import TestSupport
import Testing

/// Servers that mean no good, seen through the built daemon.
struct SourceServerTests {
  private static func response(_ status: String, headers: [String] = [], body: String = "") -> [FaultServer
    .Step]
  {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    return [.send(lines.map { "\($0)\r\n" }.joined() + "\r\n" + body)]
  }

  private func daemon(_ server: FaultServer) throws -> FaultDaemon {
    try FaultDaemon([
      .init(name: "menus", source: server.url("/"), lines: ["retry = { attempts = 1 }"])
    ])
  }

  /// Otherwise a server that cannot bear its own validator would refuse every request to come.
  @Test(arguments: [400, 412, 431])
  func `a validator that the server refuses is not sent again`(status: Int) throws {
    let whole = Self.response("200 OK", headers: ["ETag: \"a\""], body: "[]")
    let server = FaultServer(inTurn: [whole, Self.response("\(status) No"), whole])
    let daemon = try daemon(server)
    #expect(try daemon.refresh("menus").result?["status"] as? String == "loaded")
    #expect(try daemon.refresh("menus").result == nil)
    #expect(try daemon.refresh("menus").result?["status"] as? String == "loaded")
    #expect(server.requests.map { $0.contains("If-None-Match: \"a\"") } == [false, true, false])
  }

  @Test(arguments: [408, 429, 500])
  func `a failure that is about time keeps the validator`(status: Int) throws {
    let whole = Self.response("200 OK", headers: ["ETag: \"a\""], body: "[]")
    let server = FaultServer(inTurn: [whole, Self.response("\(status) No"), whole])
    let daemon = try daemon(server)
    for _ in 1...3 { _ = try daemon.refresh("menus") }
    #expect(server.requests.map { $0.contains("If-None-Match: \"a\"") } == [false, true, true])
  }

  /// Opening it would take the client's messages for certificates, or wait for them.
  @Test func `a file of authorities that is standard input is refused`() throws {
    let server = FaultServer(onConnect: [.hold])
    let daemon = try FaultDaemon([
      .init(
        name: "menus", source: server.url("/", scheme: "https"),
        lines: ["caFile = \"/dev/stdin\"", "retry = { attempts = 1 }"])
    ])
    let response = try daemon.refresh("menus")
    #expect(response.kind == "sourceMisconfigured" && response.detail?["reason"] as? String == "caFile")
    #expect(try daemon.end().status == 0)
  }
}
