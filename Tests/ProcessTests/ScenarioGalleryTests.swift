import Foundation
import TestSupport
import Testing

/// Every failure of a fetch on a screen, each with every finer case, by one daemon that plays one scenario
/// after the other.
struct ScenarioGalleryTests {
  private let daemon: DaemonProcess

  init() throws {
    daemon = try DaemonProcess(
      ["--scenario", "demo", "--clock", "manual", "--seed", "1", "--log-level", "critical"])
  }

  /// The kinds that a fetch can meet, each by itself and with its finer cases (schema/).
  private static func cases() throws -> [(kind: String, reason: String?)] {
    let schema = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema")
      .standardized
    func load(_ path: String) throws -> [String: Any] {
      let data = try Data(contentsOf: schema.appending(path: path))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let kinds = try #require(try load("errors.json")["fetch"] as? [String])
    let properties = try load("types/FailureDetail.schema.json")["properties"] as? [String: [String: Any]]
    let described = try #require(properties?["reason"]?["description"] as? String)
    return kinds.flatMap { kind -> [(String, String?)] in
      let list = described.components(separatedBy: " \(kind): ").dropFirst().first?.prefix { $0 != "." } ?? ""
      let reasons = list.components(separatedBy: ", ").filter { !$0.isEmpty && !$0.contains(" ") }
      return [(kind, nil)] + reasons.map { (kind, $0) }
    }
  }

  /// Makes a call and gives it time; its response.
  private func call(_ method: String, _ params: String) throws -> Message {
    try daemon.send(Fixtures.request(method, id: 1, params))
    try daemon.send(Fixtures.request("advanceClock", id: 2, "[1]"))
    var response: Message?
    while true {
      let message = try daemon.receive()
      if message.json["id"] as? Int == 1 { response = message }
      if message.json["id"] as? Int == 2 { return try #require(response) }
    }
  }

  @Test func `every case can be put on a screen, with words and options of one's own`() throws {
    let cases = try Self.cases()
    #expect(cases.count > 50 && cases.contains { $0 == ("certificateInvalid", "expired") })
    for (kind, reason) in cases {
      let detail = reason.map { #","detail":{"reason":"\#($0)"}"# } ?? ""
      let words = #""title":"It is \#(kind)","failureReason":"Because.","recoverySuggestion":"Wait.""#
      let options = #"[{"id":"tryAgain"},{"id":"custom:call","title":"Call","performedBy":"client"}]"#
      let step = #"{"then":"\#(kind)","after":0,\#(words)\#(detail),"recoveryOptions":\#(options)}"#
      let scenario = #"{"resources":{"menu":{"steps":[\#(step)]}}}"#
      let played = try call("playScenario", #"{"scenario":\#(scenario)}"#)
      #expect(played.result?["name"] as? String == "inline", "\(played.text)")
      // Three attempts with their waits take less than the second that passes.
      let response = try call("refresh", #"{"resource":"menu"}"#)
      #expect(response.kind == kind, "\(response.text)")
      #expect(response.detail?["reason"] as? String == reason)
      #expect(response.failure?["title"] as? String == "It is \(kind)")
      #expect(response.failure?["message"] as? String == "Because. Wait.")
      #expect(response.optionIDs == ["cancel", "tryAgain", "custom:call"])
    }
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `an option of a scenario repeats the operation, one of the client's does not`() throws {
    let steps = #"""
      [{"then":"notFound","recoveryOptions":[{"id":"custom:fix","title":"Fix"},
      {"id":"custom:ask","title":"Ask","performedBy":"client"}]},{"then":"ok"}]
      """#.replacing("\n", with: "")
    _ = try call("playScenario", #"[{"resources":{"menu":{"steps":\#(steps)}}}]"#)
    let failed = try call("fetchMenu", "[]")
    let id = failed.failure?["failureId"] as? String ?? ""
    #expect(failed.optionIDs == ["cancel", "custom:fix", "custom:ask"])
    #expect(try call("retry", #"["\#(id)","custom:ask"]"#).result?["recovered"] as? Bool == false)
    let fixed = try call("retry", #"["\#(id)","custom:fix"]"#)
    #expect(fixed.result?["recovered"] as? Bool == true)
  }

  @Test func `a script that ends with fail counts the attempts`() throws {
    let scenario = #"{"resources":{"menu":{"end":"fail","steps":[{"then":"ok"}]}}}"#
    _ = try call("playScenario", "[\(scenario)]")
    #expect(try call("fetchMenu", "[]").result?["status"] as? String == "loaded")
    let over = try call("fetchMenu", "[]")
    #expect(over.kind == "internalError" && over.detail?["reason"] as? String == "scriptExhausted")
  }

  @Test func `another scenario begins anew, without the fences and the full store of the former`() throws {
    _ = try call("playScenario", #"["rate-limited"]"#)
    #expect(try call("fetchMenu", "[]").kind == "tooManyRequests")
    _ = try call("playScenario", #"["out-of-space"]"#)
    #expect(try call("fetchMenu", "[]").kind == "outOfSpace")
    _ = try call("playScenario", #"["demo"]"#)
    #expect(try call("fetchMenu", "[]").result?["status"] as? String == "loaded")
  }

  @Test(arguments: [
    (#"["first-fail"]"#, "/0", "range"), (#"{"scenario":3}"#, "/scenario", "type"),
    (
      #"{"scenario":{"resources":{"meun":{"steps":[{"then":"ok"}]}}}}"#, "/scenario/resources/meun", "unknown"
    ),
    (
      #"{"scenario":{"resources":{"menu":{"steps":[{"then":"ok"}],"shape":"any"}}}}"#,
      "/scenario/resources/menu/shape", "range"
    ),
    (#"{"scenario":{"resources":{"menu":{}}}}"#, "/scenario/resources/menu/steps", "missing"),
    ("{}", "/scenario", "missing"),
  ])
  func `a scenario that is wrong is refused with its place, and nothing changes`(
    params: String, path: String, reason: String
  ) throws {
    let response = try call("playScenario", params)
    #expect(response.kind == "invalidParams", "\(response.text)")
    #expect(response.detail?["path"] as? String == path && response.detail?["reason"] as? String == reason)
    #expect(try call("fetchMenu", "[]").result?["status"] as? String == "loaded")
  }

  @Test func `without a scenario there is no such method`() throws {
    let plain = try DaemonProcess(["--clock", "manual"])
    #expect(try plain.call("playScenario", #"{"scenario":"demo"}"#).kind == "methodNotFound")
  }

  @Test func `a resource that only the scenario names is fetched like any other`() throws {
    let file = try TemporaryFile("resources.news.steps = [{then = 'ok', value = {a = 1}}]", named: ".toml")
    let daemon = try DaemonProcess(["--scenario", file.path, "--clock", "manual", "--seed", "1"])
    try daemon.send(Fixtures.request("refresh", id: 1, #"{"resource":"news"}"#))
    try daemon.send(Fixtures.request("advanceClock", id: 2, "[1]"))
    var response = try daemon.receive()
    while response.json["id"] as? Int != 1 { response = try daemon.receive() }
    #expect((response.result?["value"] as? [String: Any])?["a"] as? Int == 1)
  }
}
