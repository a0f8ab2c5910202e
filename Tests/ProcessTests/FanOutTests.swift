import Foundation
import TestSupport
import Testing

/// docs/scaling.md: daemons that subscribe to a fan-out server, with the configuration that stands there.
///
/// `STATUSD_FAN_OUT=300` runs as many daemons, and holds them to two seconds.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FanOutTests {
  private static let given = ProcessInfo.processInfo.environment["STATUSD_FAN_OUT"].flatMap { Int($0) }
  private static let count = given ?? 12

  private func value(_ number: Int) -> String { #"{"build":\#(number)}"# }

  /// A daemon that polls the resource `builds`.
  private func daemon(of server: FanOutServer) throws -> DaemonProcess {
    let daemon = try DaemonProcess(["--resource", "builds=\(server.source)", "--log-level", "critical"])
    try daemon.send(
      Fixtures.request("setAutoPolling", #"{"enabled":true,"interval":0.5,"resource":"builds"}"#))
    return daemon
  }

  /// Waits until each of the daemons has published the value with that number.
  private func wait(for daemons: [DaemonProcess], toHave number: Int) throws {
    for daemon in daemons {
      try daemon.nextSnapshot {
        ($0["value"] as? [String: Int])?["build"] == number && $0["status"] as? String == "loaded"
      }
    }
  }

  @Test func `one publication reaches every daemon, and nobody asks again`() throws {
    let server = try FanOutServer(history: RedisServer())
    try server.publish(value(1))
    let daemons = try (1...Self.count).map { _ in try daemon(of: server) }
    try wait(for: daemons, toHave: 1)
    for number in 2...6 {
      let start = Date()
      try server.publish(value(number))
      try wait(for: daemons, toHave: number)
      let seconds = -start.timeIntervalSinceNow
      if Self.given != nil {
        print("\(Self.count) daemons had the value within \(seconds) s")
        #expect(seconds < 2)
      }
    }
    for daemon in daemons { daemon.closeInput() }
    for daemon in daemons { #expect(try daemon.wait() == 0) }
    let log = try server.requests(6 + Self.count)
    #expect(log.count { $0.hasSuffix("GET /events") } == Self.count)
    #expect(log.count { $0.hasSuffix("POST /publish") } == 6)
  }

  @Test func `nothing that is published while a server is down is missed`() throws {
    let history = try RedisServer()
    let server = try FanOutServer(history: history)
    let other = try FanOutServer(history: history)
    try server.publish(value(1))
    let daemons = try (1...Self.count).map { _ in try daemon(of: server) }
    try wait(for: daemons, toHave: 1)
    try server.kill()
    for daemon in daemons { try daemon.nextSnapshot { $0["isStale"] as? Bool == true } }
    try other.publish(value(2))
    let start = Date()
    try server.start()
    try wait(for: daemons, toHave: 2)
    if Self.given != nil {
      print("\(Self.count) daemons had what they missed \(-start.timeIntervalSinceNow) s after the start")
    }
  }

  @Test func `a server that comes back with nothing new confirms the value`() throws {
    let server = try FanOutServer(history: RedisServer())
    try server.publish(value(1))
    let daemon = try daemon(of: server)
    try wait(for: [daemon], toHave: 1)
    try server.kill()
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["presentation"] as? String == "silent" && failure["operation"] as? String == "autoPoll")
    try server.start()
    try wait(for: [daemon], toHave: 1)
  }

  @Test func `a problem is a failure in the publisher's words, until the next value`() throws {
    let server = try FanOutServer(history: RedisServer())
    try server.publish(value(1))
    let daemon = try daemon(of: server)
    try wait(for: [daemon], toHave: 1)
    try server.publish(#"{"status":503,"detail":"The build server rests."}"#, event: "problem")
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "serviceUnavailable")
    #expect(failure["failureReason"] as? String == "The build server rests.")
    #expect((failed["value"] as? [String: Int])?["build"] == 1)
    try server.publish(value(2))
    try wait(for: [daemon], toHave: 2)
  }

  @Test func `a refresh fetches once, and leaves no connection behind`() throws {
    let server = try FanOutServer(history: RedisServer())
    try server.publish(value(7))
    let daemon = try DaemonProcess(["--resource", "builds=\(server.source)"])
    let response = try daemon.call("refresh", #"{"resource":"builds"}"#)
    #expect((response.result?["value"] as? [String: Int])?["build"] == 7)
    #expect(try server.requests(2).last?.hasSuffix("GET /events") == true)
  }
}
