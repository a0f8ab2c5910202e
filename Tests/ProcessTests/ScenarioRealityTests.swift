import Foundation
import TestSupport
import Testing

/// What a scenario plays is what a real source would show.
struct ScenarioRealityTests {
  private func start(_ scenario: String) throws -> DaemonProcess {
    try DaemonProcess(["--scenario", scenario, "--clock", "manual", "--seed", "1", "--log-level", "critical"])
  }

  private func call(
    _ daemon: DaemonProcess, _ method: String, _ params: String? = nil, for seconds: Double = 60
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
    (
      #""then":"certificateInvalid","detail":{"reason":"expired"}"#,
      "The certificate of the server has expired."
    ),
    (
      #""then":"malformedData","detail":{"reason":"html"}"#,
      "The data is a web page, not JSON; it may be a login page."
    ),
    (#""then":"malformedData","detail":{"reason":"utf8"}"#, "The data is not UTF-8 text."),
    (
      #""then":"unexpectedShape","detail":{"path":"/items/0/price","expected":"a number"}"#,
      "/items/0/price is not a number."
    ),
    (#""then":"unexpectedShape","detail":{"path":"/items"}"#, "/items is not what was expected."),
    (
      #""then":"unexpectedShape","detail":{"reason":"tooDeep","limit":124}"#,
      "The data nests deeper than 124 levels."
    ),
    (#""then":"bodyTooLarge","detail":{"limit":1000}"#, "The server sends more than 1000 bytes."),
    (#""then":"tooManyRedirects","detail":{"limit":10}"#, "The server redirects more than 10 times."),
    (#""then":"timeout","detail":{"reason":"firstByte"}"#, "The server took too long to begin its response."),
    (
      #""then":"connectionLost","detail":{"reason":"empty"}"#,
      "The server closed the connection without a response."
    ),
    (
      #""then":"commandFailed","detail":{"reason":"exitStatus","exitStatus":3,"stderr":"no such branch"}"#,
      "The program ended with status 3: no such branch."
    ),
    (
      #""then":"certificateInvalid","failureReason":"Mine.","detail":{"reason":"expired"}"#, "Mine."
    ),
  ])
  func `a finer case has its real words`(step: String, words: String) throws {
    let daemon = try start("demo")
    let scenario = #"{"resources":{"menu":{"steps":[{\#(step)}]}}}"#
    _ = try call(daemon, "playScenario", #"{"scenario":\#(scenario)}"#)
    #expect(try call(daemon, "fetchMenu").failure?["failureReason"] as? String == words)
  }

  @Test func `a body is text for a resource that takes text, and a value is a value`() throws {
    let file = try TemporaryFile(
      """
      [resources.notes]
      shape = "text"
      steps = [{ then = "ok", body = "one\\ntwo\\n" }, { then = "ok", value = "three" }, { then = "ok", body = "" }]
      [resources.list]
      shape = "lines"
      steps = [{ then = "ok", value = ["a", "b"] }, { then = "ok", body = "a\\nb\\n" }, { then = "ok" }]
      """, named: ".toml")
    let daemon = try start(file.path)
    func value(_ name: String) throws -> Any? {
      try call(daemon, "refresh", #"{"resource":"\#(name)"}"#).result?["value"]
    }
    #expect(try (0..<3).map { _ in try value("notes") as? String } == ["one\ntwo", "three", ""])
    #expect(try value("list") as? [String] == ["a", "b"])
    #expect(try value("list") as? [String] == ["a", "b"])
    #expect(try (value("list") as? [String])?.first?.hasPrefix("build ") == true)
  }

  @Test func `waitForConnection waits until the script has a network`() throws {
    let file = try TemporaryFile(
      """
      [resources.menu]
      steps = [{ then = "offline" }, { then = "offline" }, { then = "ok" }]
      """, named: ".toml")
    let daemon = try start(file.path)
    #expect(try call(daemon, "fetchMenu").kind == "offline")
    try daemon.send(Fixtures.request("retry", id: 7, #"{"optionId":"waitForConnection"}"#))
    // Another call meets what is left of the outage, and only then does the wait end.
    #expect(try call(daemon, "fetchMenu").kind == "offline")
    let last = try daemon.call("advanceClock", "[1]")
    #expect(last.result != nil)
    #expect(try daemon.call("getState", #"{"resource":"menu"}"#).result?["status"] as? String == "loaded")
  }

  @Test func `another scenario ends the waits of the one before`() throws {
    let daemon = try start("offline")
    #expect(try call(daemon, "fetchMenu").kind == "offline")
    try daemon.send(Fixtures.request("retry", id: 7, #"{"optionId":"waitForConnection"}"#))
    _ = try call(daemon, "getState", for: 3_600)
    #expect(try call(daemon, "getState", #"{"resource":"menu"}"#).result?["status"] as? String == "failed")
    _ = try call(daemon, "playScenario", #"{"scenario":"demo"}"#, for: 1)
    #expect(try call(daemon, "getState", #"{"resource":"menu"}"#).result?["status"] as? String == "loaded")
  }

  @Test(arguments: ["retryAfter = 4", "retryAfter = 600"])
  func `a Retry-After ends with the scenario that gave it`(wait: String) throws {
    let file = try TemporaryFile(
      "[resources.menu]\nsteps = [{ then = 'tooManyRequests', \(wait) }]", named: ".toml")
    let daemon = try start(file.path)
    try daemon.send(
      Fixtures.request("setAutoPolling", id: 5, #"{"resource":"menu","enabled":true,"interval":10}"#))
    _ = try call(daemon, "getState", for: 1)
    _ = try call(daemon, "playScenario", #"{"scenario":"demo"}"#, for: 12)
    #expect(
      try call(daemon, "getState", #"{"resource":"menu"}"#, for: 0).result?["status"] as? String == "loaded")
  }

  @Test func `an empty route of one's own has no operator`() throws {
    let file = try TemporaryFile("\n", named: ".csv")
    let daemon = try DaemonProcess(["--location", "route:\(file.path)", "--log-level", "critical"])
    _ = try daemon.call("subscribeLocation")
    let failure = try #require(try daemon.locationFailure())
    #expect(failure["kind"] as? String == "missingData")
    #expect(
      failure["message"] as? String == "The file names no place. Add a place to the file, then try again.")
  }
}

extension DaemonProcess {
  /// The failure of the location, once there is one.
  fileprivate func locationFailure() throws -> [String: Any]? {
    while true {
      let location = try call("getLocation").result
      if let failure = location?["failure"] as? [String: Any] { return failure }
      if location?["status"] as? String == "loaded" { return nil }
    }
  }
}
