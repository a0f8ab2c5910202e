import Foundation
import TestSupport
import Testing

/// More resources that are polled than the process has descriptors for.
struct CrowdTests {
  private func configuration(_ sources: [String], interval: Double) throws -> TemporaryFile {
    let tables = sources.enumerated().map { index, source in
      """
      [resources.r\(index)]
      source = "\(source)"
      autoPolling = { enabled = true, interval = \(interval) }
      """
    }
    return try TemporaryFile(tables.joined(separator: "\n"), named: ".toml")
  }

  private static let response: [FaultServer.Step] = {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"
    return [.send(text), .respond(text)]
  }()

  private func expectEnd(of daemon: DaemonProcess) throws {
    daemon.closeInput()
    _ = try daemon.rest()
    #expect(try daemon.wait() == 0)
  }

  @Test func `more servers than descriptors`() throws {
    // Each a server of its own to libcurl, so that no connection can be used again.
    let server = FaultServer([:], otherwise: Self.response)
    let sources = (0..<60).map { "http://127.0.0.\($0 + 1):\(server.port)/" }
    let file = try configuration(sources, interval: 0.1)
    let daemon = try DaemonProcess(["--config", file.path], launcher: Launchers.shell("ulimit -n 40"))
    while server.requests.count < 100 { #expect(try daemon.call("stats").error == nil) }
    try expectEnd(of: daemon)
  }

  /// Those that have ended do not count.
  @Test func `commands that come and go beside others that stay`() throws {
    let sources = Array(repeating: "command:sleep 600", count: 15) + ["command:date +1%N"]
    let file = try configuration(sources, interval: 0.1)
    let daemon = try DaemonProcess(["--config", file.path], launcher: Launchers.shell("ulimit -n 64"))
    var polls = 0
    while polls < 40 {
      let message = try daemon.receive()
      if message.params["resource"] as? String == "r15" { polls += 1 }
    }
    try expectEnd(of: daemon)
  }

  @Test func `more commands than descriptors`() throws {
    let file = try configuration(Array(repeating: "command:sleep 0.2", count: 40), interval: 0.1)
    let daemon = try DaemonProcess(["--config", file.path], launcher: Launchers.shell("ulimit -n 64"))
    var failures: Set<String> = []
    while failures.count < 40 {
      let message = try daemon.receive()
      // Those that could not be started, and those that have written nothing.
      if message.params["failure"] != nil, let name = message.params["resource"] as? String {
        failures.insert(name)
      }
    }
    try expectEnd(of: daemon)
  }

  @Test func `polls of one server use its connections again`() throws {
    let server = FaultServer([:], otherwise: Self.response)
    let file = try configuration((0..<100).map { server.url("/\($0)") }, interval: 0.1)
    let daemon = try DaemonProcess(["--config", file.path])
    while server.requests.count < 1_500 { #expect(try daemon.call("stats").error == nil) }
    #expect(server.connections <= 32)
    #expect(try closedConnections(of: server.port) <= 32)
    try expectEnd(of: daemon)
  }

  /// Connections of a port that keep it for another minute (TIME_WAIT), proc_net_tcp(5).
  private func closedConnections(of port: UInt16) throws -> Int {
    let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let suffix = ":" + String(format: "%04X", Int(port))
    return table.split(separator: "\n").dropFirst().count { line in
      let fields = line.split(separator: " ")
      return fields.count > 3 && fields[3] == "06"
        && (fields[1].hasSuffix(suffix) || fields[2].hasSuffix(suffix))
    }
  }
}
