import Foundation
import TestSupport
import Testing

/// `--scenario` (docs/protocol.md section 8), under the manual clock.
struct ScenarioTests {
  private func start(_ scenario: String) throws -> DaemonProcess {
    try DaemonProcess(
      ["--scenario", scenario, "--clock", "manual", "--seed", "1", "--log-level", "critical"])
  }

  /// Makes a call, gives it enough time to end, and returns its response.
  private func call(
    _ daemon: DaemonProcess, _ method: String, _ params: String? = nil, for seconds: Int = 60
  ) throws -> TestSupport.Message {
    try daemon.send(Fixtures.request(method, id: 1, params))
    try daemon.send(Fixtures.request("advanceClock", id: 2, "[\(seconds)]"))
    var response: TestSupport.Message?
    while true {
      let message = try daemon.receive()
      if message.json["id"] as? Int == 1 { response = message }
      if message.json["id"] as? Int == 2 { return try #require(response) }
    }
  }

  @Test(arguments: [
    ("demo", ["ok", "ok"]),
    ("every-other-fails", ["ok", "ok"]),
    ("first-fails", ["serverError", "ok", "ok"]),
    ("always-fails", ["serverError", "serverError"]),
    ("offline", ["offline", "offline"]),
    ("slow", ["ok"]),
    ("server-errors", ["serviceUnavailable", "serverError"]),
    ("malformed", ["malformedData", "malformedData", "unexpectedShape", "missingData", "malformedData"]),
    ("rate-limited", ["tooManyRequests", "tooManyRequests"]),
    ("out-of-space", ["outOfSpace", "outOfSpace"]),
    ("signed-out", ["unauthorized", "unauthorized"]),
  ])
  func `a built-in scenario shows what its name says`(name: String, expected: [String]) throws {
    let daemon = try start(name)
    for method in ["fetchMenu", "refresh"] {
      #expect(try expected.map { _ in try call(daemon, method).kind ?? "ok" } == expected)
    }
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: [
    ("signed-out", "unauthorized", "signIn"), ("out-of-space", "outOfSpace", "freeSpace"),
    ("out-of-space", "outOfSpace", "buyMoreSpace"),
  ])
  func `the option that a failure offers mends it for good`(name: String, kind: String, option: String) throws
  {
    let daemon = try start(name)
    let failed = try call(daemon, "fetchMenu")
    #expect(failed.kind == kind && failed.optionIDs.contains(option))
    let recovered = try call(daemon, "retry", #"{"optionId":"\#(option)"}"#)
    #expect(recovered.result?["recovered"] as? Bool == true)
    #expect(try call(daemon, "refresh").result?["status"] as? String == "loaded")
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a file of one's own plays, and what it does not name is the demo`() throws {
    let file = try TemporaryFile(
      """
      [resources.menu]
      steps = [{ then = "ok", value = [] }, { then = "hostNotFound" }, { after = 2, then = "notModified" }]
      """, named: ".toml")
    let daemon = try start(file.path)
    let sections = try call(daemon, "fetchMenu").result?["value"] as? [String: [Any]]
    #expect(sections?["sections"]?.isEmpty == true)
    // The second attempt of this fetch meets the third step.
    #expect(try call(daemon, "fetchMenu").result?["status"] as? String == "loaded")
    #expect(try call(daemon, "refresh").result?["updatedAt"] as? String == "2000-01-01T00:02:00.100Z")
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a URL in the configuration is not asked while a scenario plays`() throws {
    let file = try TemporaryFile("resources.menu.source = 'https://example.invalid/'", named: ".toml")
    let daemon = try DaemonProcess(
      ["--config", file.path, "--scenario", "demo", "--clock", "manual", "--seed", "1"])
    #expect(try call(daemon, "fetchMenu").kind == nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: [
    (["--scenario", "ofline"], 64, "--scenario: no scenario is called “ofline”; did you mean offline?"),
    (["--scenario", "/proc/nowhere.toml"], 78, "statusd: /proc/nowhere.toml: there is no such file"),
  ])
  func `what cannot be played stops the start`(options: [String], status: Int32, words: String) throws {
    let daemon = try DaemonProcess(options)
    #expect(try daemon.errors.rest().contains(words))
    #expect(try daemon.wait() == status)
  }
}
