import Foundation
import TestSupport
import Testing

/// That what a file says is done: one key at a time, against a server that counts.
struct ConfigurationEffectTests {
  private static let body = String(repeating: " ", count: 2_000) + Fixtures.fleet
  private let server = FaultServer([
    "/ok": [.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")],
    "/broken": [.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")],
    "/silent": [.hold],
    "/moved": [.send("HTTP/1.1 302 Found\r\nLocation: /ok\r\nContent-Length: 0\r\n\r\n")],
    "/long": [
      .send("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 2_000))\r\nContent-Length: 0\r\n\r\n")
    ],
  ])

  private func daemon(_ path: String, _ toml: String, test: String = #function) throws -> DaemonProcess {
    let file = try TemporaryFile(
      "resources.state.source = '\(server.url(path))'\n\(toml)", named: ".toml")
    let daemon = try DaemonProcess(["--config", file.path, "--log-level", "critical"], test: test)
    // Once it responds, it has read the file.
    _ = try daemon.call("listResources")
    return daemon
  }

  @Test(arguments: [1, 2, 4])
  func `retry.attempts is how often a fetch tries`(attempts: Int) throws {
    let daemon = try daemon("/broken", "resources.state.retry = { attempts = \(attempts), base = 0 }")
    let response = try daemon.call("refresh")
    #expect(response.kind == "serverError")
    #expect(server.requests.count == attempts)
    #expect((response.failure?["attempts"] as? [Any])?.count == attempts)
  }

  @Test(arguments: [
    ("/ok", "limits.bodyBytes = 1000", "bodyTooLarge"),
    ("/long", "limits.headerBytes = 1024", "badServerResponse"),
    ("/moved", "limits.redirects = 0", "tooManyRedirects"),
    ("/silent", "resources.state.timeout = 0.1", "timeout"),
    ("/silent", "resources.state.totalTimeout = 0.1", "timeout"),
  ])
  func `a limit of the file is the one that is kept`(path: String, toml: String, kind: String) throws {
    let daemon = try daemon(path, "resources.state.retry.attempts = 1\n\(toml)")
    #expect(try daemon.call("refresh").kind == kind)
  }

  @Test func `caFile is read for HTTPS`() throws {
    let file = try TemporaryFile(
      "resources.state = { source = '\(server.url("/ok", scheme: "https"))', caFile = '/proc/nonexistent' }",
      named: ".toml")
    let response = try DaemonProcess(["--config", file.path, "--log-level", "critical"]).call("refresh")
    #expect(response.kind == "sourceMisconfigured")
    #expect(response.detail?["reason"] as? String == "caFile")
  }

  @Test(arguments: ["/ok", "/moved"])
  func `the defaults let the same through`(path: String) throws {
    #expect(try daemon(path, "").call("refresh").result?["status"] as? String == "loaded")
  }

  @Test func `minimumRequestTime is waited out by failures`() throws {
    let daemon = try daemon("/broken", "minimumRequestTime = 0.5\nresources.state.retry.attempts = 1")
    let start = ContinuousClock.now
    #expect(try daemon.call("refresh").kind == "serverError")
    #expect(ContinuousClock.now - start >= .seconds(0.5))
  }

  @Test func `autoPolling.enabled starts polling, and staleAfter is reported`() throws {
    let file = try TemporaryFile(
      "resources.menu = { autoPolling = { enabled = true, interval = 3600 }, staleAfter = 60 }",
      named: ".toml")
    let daemon = try DaemonProcess(["--config", file.path, "--clock", "manual", "--log-level", "critical"])
    /// Whether each value that the daemon tells before it answers is stale.
    func told(in seconds: Int, _ id: Int) throws -> [Bool?] {
      try daemon.send(Fixtures.request("advanceClock", id: id, "[\(seconds)]"))
      var told: [Bool?] = []
      while true {
        let message = try daemon.receive()
        if message.json["id"] as? Int == id { return told }
        guard message.method == "stateChanged", message.params["value"] != nil else { continue }
        #expect(message.params["resource"] as? String == "menu")
        told.append(message.params["isStale"] as? Bool)
      }
    }
    #expect(try told(in: 59, 1) == [false])
    #expect(try told(in: 2, 2) == [true])
  }

  @Test func `limits.inFlight is how many calls may wait`() throws {
    let daemon = try daemon("/silent", "limits.inFlight = 2")
    for id in 1...3 { try daemon.send(Fixtures.request("refresh", id: id)) }
    var response = try daemon.receive()
    while response.method != nil { response = try daemon.receive() }
    #expect(response.kind == "overloaded")
    #expect(response.json["id"] as? Int == 3)
  }

  @Test(arguments: [("depth = 8", "tooDeep", 8), ("tokens = 1000", "tooManyValues", 1_000)])
  func `limits of a message are kept`(toml: String, reason: String, limit: Int) throws {
    let daemon = try daemon("/ok", "limits.\(toml)")
    let params =
      reason == "tooDeep"
      ? String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
      : "[" + Array(repeating: "1", count: 1_001).joined(separator: ",") + "]"
    try daemon.send(Fixtures.request("getState", params))
    let detail = try daemon.receive().detail
    #expect(detail?["reason"] as? String == reason)
    #expect(detail?["limit"] as? Int == limit)
  }
}
