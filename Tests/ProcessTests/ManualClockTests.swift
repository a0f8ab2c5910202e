import Foundation
import TestSupport
import Testing

/// `--clock manual` (docs/protocol.md section 8).
struct ManualClockTests {
  private static let options = ["--clock", "manual", "--seed", "7", "--log-level", "critical"]

  /// What the daemon says to that input, written in pieces of so many bytes, each of which it may take alone.
  private func output(
    _ lines: [String], _ options: [String] = [], pieces: Int = .max
  ) throws -> String {
    let daemon = try DaemonProcess(Self.options + options)
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    daemon.willSend(lines)
    for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count)) {
      try daemon.input.write(Array(bytes[start...].prefix(pieces)))
      if pieces != .max { sched_yield() }
    }
    daemon.closeInput()
    let output = try daemon.output.rest()
    for line in output.split(separator: "\n") { daemon.hasReceived(String(line)) }
    #expect(try daemon.wait() == 0)
    return output
  }

  private static let session = [
    Fixtures.request("setAutoPolling", id: 1, "[true, 5]"),
    Fixtures.request("fetchMenu", id: 2),
    Fixtures.request("refresh", id: 3),
    Fixtures.request("advanceClock", id: 4, "[0.05]"),
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}"#,
    Fixtures.request("advanceClock", id: 5, "[60]"),
    Fixtures.request("refresh", id: 6),
    Fixtures.request("advanceClock", id: 7, "[86400]"),
    Fixtures.request("setAutoPolling", id: 8, "[false]"),
    Fixtures.request("advanceClock", id: 9, "[1]"),
  ]

  @Test func `the same input gives the same bytes, in whichever pieces it comes`() throws {
    let whole = try output(Self.session)
    #expect(try output(Self.session) == whole)
    #expect(try output(Self.session, pieces: 7) == whole)
    #expect(whole.hasSuffix(#"{"now":"2000-01-02T00:01:01.050Z"}}"# + "\n"))
  }

  @Test func `a file is read in no time, and polled like any source`() throws {
    let file = try TemporaryFile(Fixtures.menu)
    let session = [
      Fixtures.request("setAutoPolling", id: 1, #"{"enabled":true,"interval":1,"resource":"menu"}"#),
      Fixtures.request("getState", id: 2, #"["menu"]"#), Fixtures.request("advanceClock", id: 3, "[60]"),
    ]
    let whole = try output(session, ["--menu", "file:\(file.path)"])
    #expect(try output(session, ["--menu", "file:\(file.path)"], pieces: 3) == whole)
    #expect(whole.contains(#""id":2,"result":{"resource":"menu","revision":2,"status":"loaded""#))
  }

  @Test func `a day of polls is complete, although only its last change is reported`() throws {
    let daemon = try DaemonProcess(Self.options)
    try daemon.send(Fixtures.request("setAutoPolling", id: 1, "[true, 10]"))
    try daemon.send(Fixtures.request("advanceClock", id: 2, "[86400]"))
    try daemon.send(Fixtures.request("getState", id: 3))
    daemon.closeInput()
    let messages: [TestSupport.Message] = try daemon.rest()
    let reported: [[String: Any]] = messages.filter { $0.method == "stateChanged" }.map { $0.params }
    var changes = 0
    for params in reported { changes += 1 + (params["coalesced"] as? Int ?? 0) }
    let revision = try #require(messages.last?.result?["revision"] as? Int)
    #expect(changes == revision && reported.last?["revision"] as? Int == revision)
    // One change a poll, which comes every 10.1 s, give or take the jitter.
    #expect(8_500...8_610 ~= revision)
    #expect(reported.count < 1_000)
  }

  @Test func `a scenario has the location fail, and tryAgain find it`() throws {
    let file = try TemporaryFile(
      """
      location.steps = [
        { then = "locationNoFix" },
        { then = "ok", after = 60, coordinate = { latitude = 53.55, longitude = 9.99 } },
      ]
      """, named: ".toml")
    let daemon = try DaemonProcess(Self.options + ["--scenario", file.path])
    let subscribed = try daemon.call("subscribeLocation")
    let location = try #require(subscribed.result?["location"] as? [String: Any])
    #expect(location["status"] as? String == "failed")
    #expect((location["failure"] as? [String: Any])?["kind"] as? String == "locationNoFix")
    let recovery = try daemon.call("retry", #"{"optionId":"tryAgain"}"#)
    #expect(recovery.result?["recovered"] as? Bool == true)
    let found = try #require(recovery.result?["result"] as? [String: Any])
    #expect(found["coordinate"] as? [String: Double] == ["latitude": 53.55, "longitude": 9.99])
  }

  @Test func `call lets time pass at once`() throws {
    let daemon = try DaemonProcess(["call", "fetchMenu"] + Self.options)
    #expect(try daemon.output.rest().contains(#""updatedAt":"2000-01-01T00:00:00.100Z""#))
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: [
    ("--menu", "https://example.org/menu", "resources.menu.source must be demo or file:PATH, got a URL"),
    (
      "--state", "events+https://example.org/events",
      "resources.state.source must be demo or file:PATH, got an event stream"
    ),
    ("--state", "command:date", "resources.state.source must be demo or file:PATH, got a command"),
    ("--state", "stream:date", "resources.state.source must be demo or file:PATH, got a stream"),
    (
      "--location", "gpsd://localhost",
      "location.source must be route, route:FILE, gpx:FILE or file:PATH, got gpsd"
    ),
    (
      "--location", "https://example.org/here",
      "location.source must be route, route:FILE, gpx:FILE or file:PATH, got a URL"
    ),
    (
      "--location", "command:date",
      "location.source must be route, route:FILE, gpx:FILE or file:PATH, got a command"
    ),
  ])
  func `what takes real time is refused at the start`(option: String, source: String, words: String) throws {
    let daemon = try DaemonProcess(Self.options + [option, source])
    #expect(
      try daemon.errors.rest() == "statusd: --clock manual: \(words), which takes real time\n")
    #expect(try daemon.wait() == 78)
  }

  @Test func `the end of the input does not move time, and the drain deadline is real`() throws {
    let rest = try output([Fixtures.request("refresh")], ["--drain-timeout", "0.2"])
    #expect(rest.contains(#""kind":"shuttingDown""#))
    #expect(rest.contains(#""occurredAt":"2000-01-01T00:00:00.000Z""#))
  }
}
