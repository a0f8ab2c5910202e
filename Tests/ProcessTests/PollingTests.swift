import Foundation
import TestSupport
import Testing

/// Polling a real web server, which goes away and comes back.
struct PollingTests {
  @Test func `an outage and its end are each reported once`() throws {
    let nginx = try NginxServer(["/menu.json": Fixtures.menu])
    let daemon = try DaemonProcess(["--menu", nginx.url("/menu.json"), "--log-level", "critical"])
    let response = try daemon.call("setAutoPolling", #"{"enabled":true,"interval":0.1,"resource":"menu"}"#)
    #expect((response.result?["autoPolling"] as? [String: Any])?["enabled"] as? Bool == true)
    try daemon.nextSnapshot { $0["status"] as? String == "loaded" }
    nginx.stop()
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "cannotConnect" && failure["presentation"] as? String == "silent")
    #expect(
      failed["value"] != nil && failed["isStale"] as? Bool == true && failed["isFetching"] as? Bool == false)
    // Some polls later it is the same failure, and they caused no notifications.
    var polling: [String: Any] = [:]
    while polling["consecutiveFailures"] as? Int ?? 0 < 3 {
      let state = try daemon.call("getState", #"{"resource":"menu"}"#).result ?? [:]
      polling = try #require(state["autoPolling"] as? [String: Any])
      #expect(state["revision"] as? Int == failed["revision"] as? Int)
    }
    try nginx.start()
    let recovered = try daemon.nextSnapshot { $0["status"] as? String == "loaded" }
    #expect(recovered["revision"] as? Int == (failed["revision"] as? Int ?? 0) + 1)
    #expect(recovered["failure"] == nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `polling from the start needs no call`() throws {
    let nginx = try NginxServer(["/menu.json": Fixtures.menu])
    let file = try TemporaryFile(
      """
      [resources.menu]
      source = "\(nginx.url("/menu.json"))"
      autoPolling = { enabled = true, interval = 0.1 }
      """, named: ".toml")
    let daemon = try DaemonProcess(["--config", file.path])
    // All of it is reported, from the first change.
    #expect(try daemon.receive().params["revision"] as? Int == 1)
    let loaded = try daemon.nextSnapshot { $0["status"] as? String == "loaded" }
    #expect((loaded["autoPolling"] as? [String: Any])?["enabled"] as? Bool == true)
    // A call alone does not wait for it.
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }
}
