import TestSupport
import Testing

/// The menu from a real web server, as a script would fetch it.
struct MenuFromNginxTests {
  private let nginx: NginxServer

  init() throws {
    nginx = try NginxServer(["/menu.json": Fixtures.menu, "/fleet.json": Fixtures.fleet])
  }

  private func daemon(_ test: String = #function) throws -> DaemonProcess {
    try DaemonProcess(
      ["--menu", nginx.url("/menu.json"), "--state", nginx.url("/fleet.json"), "--log-level", "critical"],
      test: test)
  }

  @Test func `one line in and the end of input give the menu, and status 0`() throws {
    let daemon = try daemon()
    try daemon.send(Fixtures.request("fetchMenu"))
    daemon.closeInput()
    let messages = try daemon.rest()
    #expect(messages.dropLast().allSatisfy { $0.method == "stateChanged" })
    #expect(
      messages.dropLast().last?.params["revision"] as? Int == messages.last?.result?["revision"] as? Int)
    try expectMenu(messages.last?.result)
    #expect(try daemon.wait() == 0)
  }

  @Test func `a request with a header gets the same body with a header`() throws {
    let (inLines, inHeaders) = (try daemon(), try daemon())
    try inLines.send(Fixtures.request("fetchMenu"))
    try inHeaders.sendFramed(Fixtures.request("fetchMenu"))
    var line = try inLines.receive()
    while line.result == nil { line = try inLines.receive() }
    var framed = try inHeaders.receiveFramed()
    while framed.result == nil { framed = try inHeaders.receiveFramed() }
    #expect(framed.text.withoutTimes == line.text.withoutTimes)
    inHeaders.closeInput()
    #expect(try inHeaders.wait() == 0)
  }

  @Test func `the fleet is reported with long names, sorted by id`() throws {
    let response = try daemon().call("refresh")
    let value = try #require(response.result?["value"] as? [String: Any])
    let couriers = try #require(value["couriers"] as? [[String: Any]])
    #expect(couriers.compactMap { $0["id"] as? String } == ["c1", "c2"])
    #expect(value["central"] as? [String: Double] == ["latitude": 52.52, "longitude": 13.405])
  }

  @Test func `a server that goes away and comes back is recovered by retry`() throws {
    let daemon = try daemon()
    try expectMenu(daemon.call("fetchMenu").result)
    nginx.stop()

    let refused = try daemon.call("fetchMenu")
    #expect(refused.code == 1102)
    #expect(refused.kind == "cannotConnect")
    #expect(refused.optionIDs == ["cancel", "tryAgain", "useLastKnown", "keepTrying"])
    #expect(refused.failure?["presentation"] as? String == "alert")

    let kept = try daemon.call("getState", #"{"resource":"menu"}"#)
    try expectMenu(kept.result)
    #expect(kept.result?["status"] as? String == "failed")
    #expect(kept.result?["isStale"] as? Bool == true)

    try nginx.start()
    let failureID = try #require(refused.failure?["failureId"] as? String)
    let retried = try daemon.call("retry", #"{"failureId":"\#(failureID)","optionId":"tryAgain"}"#)
    #expect(retried.result?["recovered"] as? Bool == true)
    try expectMenu(retried.result?["result"] as? [String: Any])
    #expect(try daemon.call("getState", #"{"resource":"menu"}"#).result?["isStale"] as? Bool == false)
  }

  private func expectMenu(
    _ snapshot: [String: Any]?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let value = try #require(snapshot?["value"] as? [String: Any], sourceLocation: sourceLocation)
    let sections = try #require(value["sections"] as? [[String: Any]], sourceLocation: sourceLocation)
    let reported = sections.map { section in
      let items = section["items"] as? [[String: Any]] ?? []
      return "\(section["category"] ?? ""): \(items.compactMap { $0["name"] as? String })"
    }
    let expected = Fixtures.menuOrder.map { "\($0.category): \($0.items)" }
    #expect(reported == expected, sourceLocation: sourceLocation)
  }
}

extension String {
  /// The text without what differs from run to run.
  fileprivate var withoutTimes: String {
    replacing(/"updatedAt":"[^"]*"/, with: #""updatedAt":"…""#)
  }
}
