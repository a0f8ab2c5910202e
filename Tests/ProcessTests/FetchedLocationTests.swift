import Foundation
import TestSupport
import Testing

/// The location from sources as resources have them, by the built daemon.
struct FetchedLocationTests {
  /// The location as the response has it.
  @discardableResult
  private func subscribe(_ daemon: DaemonProcess) throws -> [String: Any] {
    let result = try #require(try daemon.call("subscribeLocation").result)
    #expect(result["subscriptionId"] != nil)
    return try #require(result["location"] as? [String: Any])
  }

  /// The next reported snapshot of that status.
  private func next(_ status: String, of daemon: DaemonProcess) throws -> [String: Any] {
    while true {
      let message = try daemon.receive()
      guard message.method == "locationChanged", let location = message.params["location"] as? [String: Any]
      else { continue }
      if location["status"] as? String == status { return location }
    }
  }

  private func latitude(_ location: [String: Any]) -> Double? {
    (location["coordinate"] as? [String: Any])?["latitude"] as? Double
  }

  private func kind(_ location: [String: Any]) -> String? {
    (location["failure"] as? [String: Any])?["kind"] as? String
  }

  @Test func `a file`() throws {
    let file = try TemporaryFile(#"{"latitude":53.5,"longitude":10,"speed":3}"#)
    let daemon = try DaemonProcess(
      ["--location", "file:\(file.path)"], environment: ["STATUSD_LOCATION_INTERVAL": "1"])
    try subscribe(daemon)
    let location = try next("loaded", of: daemon)
    #expect((location["coordinate"] as? [String: Double]) == ["latitude": 53.5, "longitude": 10, "speed": 3])
    try file.write(#"{"lat":54,"lng":10}"#)
    #expect(latitude(try next("loaded", of: daemon)) == 54)
    try file.write(#"{"lat":94,"lng":10}"#)
    let failed = try next("failed", of: daemon)
    #expect(kind(failed) == "unexpectedShape" && latitude(failed) == 54)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: [(65_536, "loaded"), (65_537, "failed")])
  func `a location has at most 64 KiB`(size: Int, status: String) throws {
    let place = #"{"lat":1,"lng":2}"#
    let file = try TemporaryFile(place + String(repeating: " ", count: size - place.utf8.count))
    let daemon = try DaemonProcess(["--location", "file:\(file.path)", "--log-level", "critical"])
    try subscribe(daemon)
    let location = try next(status, of: daemon)
    #expect(kind(location) == (status == "failed" ? "bodyTooLarge" : nil))
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a command, whose arguments are not shown`() throws {
    let daemon = try DaemonProcess([
      "--location", #"command:sh -c 'printf "{\"lat\":1,\"lng\":2}"; exit $0' 0"#,
    ])
    try subscribe(daemon)
    #expect(latitude(try next("loaded", of: daemon)) == 1)
    let failing = try DaemonProcess(["--location", "command:sh -c 'exit 3' s3cret"])
    try subscribe(failing)
    let failed = try next("failed", of: failing)
    #expect(kind(failed) == "commandFailed" && !"\(failed)".contains("s3cret"))
  }

  @Test func `a server that is asked under a condition, goes and comes back`() throws {
    let server = try NginxServer(["here.json": #"{"lat":1,"lng":2}"#])
    let daemon = try DaemonProcess(
      ["--location", server.url("/here.json?key=s3cret"), "--log-level", "critical"],
      environment: ["STATUSD_LOCATION_INTERVAL": "1"])
    try subscribe(daemon)
    #expect(latitude(try next("loaded", of: daemon)) == 1)
    server.stop()
    let failed = try next("failed", of: daemon)
    #expect(kind(failed) == "cannotConnect" && latitude(failed) == 1 && !"\(failed)".contains("s3cret"))
    try server.start()
    #expect(latitude(try next("loaded", of: daemon)) == 1)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
    server.stop()
    let log = try server.accessLog
    #expect(log.first == "200 /here.json?key=s3cret")
    // Whatever came after the first was confirmed.
    #expect(log.count >= 2 && log.dropFirst().allSatisfy { $0.hasPrefix("304 ") }, "\(log)")
  }

  @Test func `nobody who subscribes, no request`() throws {
    let server = try NginxServer(["here.json": #"{"lat":1,"lng":2}"#])
    let daemon = try DaemonProcess(
      ["--location", server.url("/here.json")], environment: ["STATUSD_LOCATION_INTERVAL": "3600"])
    _ = try daemon.call("getLocation")
    var location: [String: Any] = [:]
    for _ in 0..<3 { location = try subscribe(daemon) }
    // Otherwise the first subscriber was notified before the last got its response, and nothing more comes.
    if location["status"] as? String == "loading" { _ = try next("loaded", of: daemon) }
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
    server.stop()
    #expect(try server.accessLog == ["200 /here.json"])
  }

  @Test func `a file under the manual clock`() throws {
    let file = try TemporaryFile(#"{"lat":1,"lng":2}"#)
    let daemon = try DaemonProcess(["--clock", "manual", "--seed", "1", "--location", "file:\(file.path)"])
    try subscribe(daemon)
    #expect(latitude(try next("loaded", of: daemon)) == 1)
    try file.write(#"{"lat":3,"lng":2}"#)
    _ = try daemon.call("advanceClock", #"{"seconds":11}"#)
    let location = try #require(try daemon.call("getLocation").result)
    #expect(latitude(location) == 3)
  }

  @Test(arguments: [
    ("file:{name}.json", "the source of a location must have no parameters"),
    ("stream:date", "a location is fetched after each interval; stream: and events+ are for resources"),
    (
      "events+https://example.org/here",
      "a location is fetched after each interval; stream: and events+ are for resources"
    ),
  ])
  func `what is no source of the location is refused at the start`(source: String, words: String) throws {
    let daemon = try DaemonProcess(["--strict"], environment: ["STATUSD_LOCATION": source])
    #expect(
      try daemon.errors.rest() == "statusd: STATUSD_LOCATION: location.source names no location: \(words)\n")
    #expect(try daemon.wait() == 78)
  }
}
