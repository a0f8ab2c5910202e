import Foundation
import Glibc
import TestSupport
import Testing

/// What two thousand clients of one daemon leave behind that come and go: nothing that can be seen from outside.
struct SharedLeftoverTests {
  private static let waits = [
    #"{"jsonrpc":"2.0","id":1,"method":"subscribeLocation"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"openScreen","params":{"parts":{"a":{"resource":"state"}}}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"setAutoPolling","params":{"enabled":true,"interval":60}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"refresh","params":{"resource":"held"}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"waitFor","params":{"until":{"path":"/never","exists":true}}}"#,
  ]

  /// How a client goes.
  private enum End: CaseIterable {
    case input, exit, killed, killedInMidLine, connectKilled
  }

  @Test func `two thousand clients leave no descriptor, no call and no session behind`() throws {
    let silent = FaultServer(onConnect: [.hold])
    defer { withExtendedLifetime(silent) {} }
    let daemon = try SharedDaemonTests.Daemon([
      "--resource", "held=\(silent.url("/"))", "--drain-timeout", "0.02",
    ])
    try play(100, of: daemon)
    let before = try descriptors(of: daemon)
    try play(1_900, of: daemon)
    let client = try SharedClient(at: daemon.path)
    let stats = try #require(try client.call("stats").result?["daemon"] as? [String: Any])
    #expect(stats["sessions"] as? Int == 1 && stats["inFlight"] as? Int == 0 && stats["backlog"] as? Int == 0)
    #expect(stats["sessionsTotal"] as? Int == 2_001)
    let polling = try client.call("getState", id: 2).result?["autoPolling"] as? [String: Any]
    #expect((polling?["effective"] as? [String: Any])?["enabled"] as? Bool == false)
    #expect(try descriptors(of: daemon) <= before + 1)
    #expect(try daemon.stop() == 0)
  }

  private func descriptors(of daemon: SharedDaemonTests.Daemon) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.process.pid)/fd").count
  }

  private func play(_ count: Int, of daemon: SharedDaemonTests.Daemon) throws {
    for start in stride(from: 0, to: count, by: 50) {
      let ends = (start..<start + 50).map { End.allCases[$0 % End.allCases.count] }
      let clients = try ends.map { try begin(endingBy: $0, at: daemon.path) }
      for (client, end) in zip(clients, ends) { try perform(end, on: client) }
      for (client, end) in zip(clients, ends) where end == .input || end == .exit { _ = try client.rest() }
      for client in clients {
        client.input.close()
        client.output.close()
      }
    }
    while try sessions(of: daemon) > 0 { sched_yield() }
  }

  private func sessions(of daemon: SharedDaemonTests.Daemon) throws -> Int {
    let status = try SharedClient.ask(daemon.path, #"{"statusd":"status"}"#)
    return try #require(status?.json["sessions"] as? Int)
  }

  private func begin(endingBy end: End, at path: String) throws -> SharedClient {
    let client =
      end == .connectKilled ? try SharedClient(connectedTo: path) : try SharedClient(at: path)
    for message in Self.waits { try client.send(message) }
    return client
  }

  private func perform(_ end: End, on client: SharedClient) throws {
    switch end {
    case .input: client.endInput()
    case .exit: try client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    case .killed: break
    case .killedInMidLine: try client.input.write(Array(#"{"jsonrpc":"#.utf8))
    case .connectKilled: client.control?.close()
    }
  }
}
