import Foundation
import TestSupport
import Testing

/// A network that comes back (docs/protocol.md section 6, `waitForConnection`), in a namespace of the test's
/// own.
@Suite(
  .enabled(if: EmptyNetwork.canBeMade, "network namespaces need CAP_SYS_ADMIN, or users of their own"),
  .enabled(if: EmptyNetwork.canBeJoined, "a namespace is changed with nsenter(1) and ip(8)"),
  .timeLimit(.minutes(10)))
struct NetworkReturnTests {
  /// Responds to every GET with an empty menu, and says when it listens.
  private static let server = """
    import http.server, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"[]")
        def log_message(self, *arguments):
            pass
    server = http.server.HTTPServer(("", 8080), Handler)
    with open(sys.argv[1], "w") as ready:
        ready.write("listening\\n")
    server.serve_forever()
    """

  @Test func `who waits for a connection gets the value when a route appears`() throws {
    let daemon = try DaemonProcess(
      ["--menu", "http://198.51.100.1:8080/menu"], launcher: EmptyNetwork.launcher)
    let failed = try daemon.call("fetchMenu")
    #expect(failed.kind == "offline")
    #expect(failed.optionIDs.contains("waitForConnection"))
    let server = try serve(in: daemon)
    defer { withExtendedLifetime(server) {} }
    let id = try #require(failed.failure?["failureId"] as? String)
    try daemon.send(
      Fixtures.request("retry", id: 7, #"{"failureId":"\#(id)","optionId":"waitForConnection"}"#))
    // The daemon has taken the call when it responds to the next.
    #expect(try daemon.call("stats").result != nil)
    try EmptyNetwork.run("ip address add 198.51.100.1/32 dev lo", in: daemon)
    try EmptyNetwork.run("ip route add default dev lo", in: daemon)
    let response = try daemon.response(to: 7)
    #expect(response.result?["recovered"] as? Bool == true)
    #expect((response.result?["result"] as? [String: Any])?["status"] as? String == "loaded")
  }

  @Test func `nobody waits any more when the call is cancelled`() throws {
    let daemon = try DaemonProcess(
      ["--menu", "http://198.51.100.1:8080/menu"], launcher: EmptyNetwork.launcher)
    let failed = try daemon.call("fetchMenu")
    let id = try #require(failed.failure?["failureId"] as? String)
    let open = try daemon.descriptors()
    try daemon.send(
      Fixtures.request("retry", id: 7, #"{"failureId":"\#(id)","optionId":"waitForConnection"}"#))
    #expect(try daemon.call("stats").result != nil)
    #expect(try daemon.descriptors() == open + 1)
    try daemon.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#)
    #expect(try daemon.response(to: 7).kind == "requestCancelled")
    #expect(try daemon.descriptors() == open)
  }

  /// A server in the daemon's network, which listens already.
  private func serve(in daemon: DaemonProcess) throws -> TetheredProcess {
    try EmptyNetwork.run("ip link set lo up", in: daemon)
    let ready = try Fifo()
    let script = try TemporaryFile(Self.server)
    let server = try TetheredProcess(EmptyNetwork.joining(daemon) + ["python3", script.path, ready.path])
    #expect(try ready.line() == "listening")
    return server
  }
}

extension DaemonProcess {
  /// The response to a request that was sent before, skipping notifications and other responses.
  fileprivate func response(to id: Int) throws -> Message {
    while true {
      let message = try receive()
      if message.json["id"] as? Int == id { return message }
    }
  }

  /// How many descriptors it has open.
  fileprivate func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
  }
}
