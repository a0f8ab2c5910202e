import Foundation
import TestSupport
import Testing

/// A server that wants a token, and a configuration file in which somebody mends it.
struct SignInTests {
  private let nginx: NginxServer
  private let file: TemporaryFile

  init() throws {
    nginx = try NginxServer(
      ["/menu.json": Fixtures.menu],
      directives: "if ($http_authorization != \"Bearer right\") { return 401; }")
    file = try TemporaryFile("", named: ".toml")
  }

  private func write(_ header: String) throws {
    let text = """
      minimumRequestTime = 0
      [resources.menu]
      source = "\(nginx.url("/menu.json"))"
      headers = { Authorization = "\(header)" }
      """
    try Data(text.utf8).write(to: URL(filePath: file.path))
  }

  private func daemon(_ test: String = #function) throws -> DaemonProcess {
    try DaemonProcess(["--config", file.path, "--log-level", "critical"], test: test)
  }

  private func signIn(_ daemon: DaemonProcess, _ failure: Message) throws -> Message {
    try daemon.call(
      "retry", #"{"failureId":"\#(failure.failure?["failureId"] as? String ?? "")","optionId":"signIn"}"#)
  }

  @Test func `signIn sends the credentials that the file has by then`() throws {
    try write("Bearer wrong")
    let daemon = try daemon()
    let refused = try daemon.call("fetchMenu")
    #expect(refused.kind == "unauthorized" && refused.optionIDs == ["cancel", "signIn", "openSettings"])
    try write("Bearer right")
    let response = try signIn(daemon, refused)
    #expect(response.result?["recovered"] as? Bool == true)
    #expect((response.result?["result"] as? [String: Any])?["status"] as? String == "loaded")
    // From then on they are the resource's.
    #expect(try daemon.call("fetchMenu").result?["status"] as? String == "loaded")
  }

  @Test func `credentials that are wrong again are a fresh failure`() throws {
    try write("Bearer wrong")
    let daemon = try daemon()
    let refused = try daemon.call("fetchMenu")
    let again = try signIn(daemon, refused)
    #expect(again.kind == "unauthorized")
    #expect(again.failure?["previousFailureId"] as? String == refused.failure?["failureId"] as? String)
  }

  /// Each time what the file says is compared with what it said last, not with what it said at the start.
  @Test func `credentials may change back to the first`() throws {
    let server = FaultServer(["/menu": [.send("HTTP/1.1 401 Who\r\nContent-Length: 0\r\n\r\n")]])
    func write(_ token: String) throws {
      try file.write(
        """
        minimumRequestTime = 0
        [resources.menu]
        source = "\(server.url("/menu"))"
        headers = { X-Token = "\(token)" }
        """)
    }
    try write("first")
    let daemon = try daemon()
    var refused = try daemon.call("fetchMenu")
    for token in ["second", "first"] {
      try write(token)
      refused = try signIn(daemon, refused)
      #expect(refused.kind == "unauthorized")
    }
    let tokens = server.requests.map { $0.firstMatch(of: /X-Token: ([a-z]+)/).map { String($0.1) } }
    #expect(tokens == ["first", "second", "first"])
  }

  @Test func `a file that is broken by then says so, and what was read before stays`() throws {
    try write("Bearer wrong")
    let daemon = try daemon()
    let refused = try daemon.call("fetchMenu")
    try Data("[resources.menu]\nsorce = \"demo\"\n".utf8).write(to: URL(filePath: file.path))
    let broken = try signIn(daemon, refused)
    #expect(broken.kind == "sourceMisconfigured" && broken.optionIDs.contains("openSettings"))
    #expect(broken.text.contains("sorce") && broken.text.contains("source"))
    #expect(try daemon.call("fetchMenu").kind == "unauthorized")
  }
}
