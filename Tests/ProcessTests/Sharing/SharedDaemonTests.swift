import Foundation
import Glibc
import TestSupport
import Testing

/// One daemon, several clients (docs/protocol.md, “One daemon for many clients”).
struct SharedDaemonTests {
  /// A daemon at a socket in a folder of its own.
  struct Daemon {
    let folder: TemporaryFolder
    let process: DaemonProcess
    let path: String

    init(
      _ arguments: [String] = [], environment: [String: String] = [:], launcher: [String] = [],
      test: String = #function
    ) throws {
      folder = try TemporaryFolder()
      path = folder.path("d.sock")
      process = try DaemonProcess(
        ["serve", "--socket", path] + arguments, environment: environment, launcher: launcher,
        test: test)
    }

    /// Asks for its end, and waits for it.
    func stop() throws -> Int32 {
      process.signal(SIGTERM)
      return try process.wait()
    }
  }

  @Test func `two clients share one engine`() throws {
    let daemon = try Daemon()
    let (one, two) = (try SharedClient(at: daemon.path), try SharedClient(at: daemon.path))
    let fetched = try one.call("refresh").result
    #expect(fetched?["revision"] as? Int == 2)
    #expect(try two.call("getState").result?["revision"] as? Int == 2)
    #expect(try two.call("stats", id: 2).result?["sessions"] as? Int == 2)
    #expect(try daemon.stop() == 0)
  }

  @Test func `a client that half-closes its connection gets every response, and then the end`() throws {
    let daemon = try Daemon()
    let client = try SharedClient(at: daemon.path)
    try client.send(Fixtures.request("refresh"))
    client.endInput()
    #expect(try client.rest().last?.result?["status"] as? String == "loaded")
    #expect(try daemon.stop() == 0)
  }

  @Test func `streams that are handed over are the session's, and the connection says how it ends`() throws {
    let daemon = try Daemon()
    let client = try SharedClient(connectedTo: daemon.path)
    let welcome = try client.answer().json
    #expect(welcome["statusd"] as? String == "welcome" && welcome["protocol"] as? Int == 1)
    #expect(welcome["pid"] as? Int == Int(daemon.process.pid))
    #expect(try client.call("getState").result?["status"] as? String == "idle")
    try client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(try client.answer().text == #"{"statusd":"ended","status":1}"#)
    #expect(try client.rest().isEmpty)
    #expect(try daemon.stop() == 0)
  }

  @Test func `status is no session, and stop is a signal`() throws {
    let daemon = try Daemon()
    let client = try SharedClient(at: daemon.path)
    _ = try client.call("getState")
    let status = try #require(try SharedClient.ask(daemon.path, #"{"statusd":"status"}"#)).json
    #expect(status["sessions"] as? Int == 1)
    #expect(status["pid"] as? Int == Int(daemon.process.pid))
    let stop = try SharedClient.ask(daemon.path, #"{"statusd":"stop"}"#)
    #expect(stop?.text == #"{"statusd":"stopping","pid":\#(daemon.process.pid)}"#)
    #expect(try client.rest().isEmpty)
    #expect(try daemon.process.wait() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.path))
  }

  @Test(arguments: [
    #"{"statusd":"dance"}"#, #"{"statusd":1}"#, #"{"statusd":"#, #"{"statusd":"hello","protocol":1}"#,
    #"{"statusd":"status","x":""# + String(repeating: "x", count: 5_000) + #""}"#,
  ])
  func `a line that means nothing ends the connection, and nothing else`(line: String) throws {
    let daemon = try Daemon()
    #expect(try SharedClient.ask(daemon.path, line) == nil)
    #expect(try SharedClient(at: daemon.path).call("getState").result != nil)
    #expect(try daemon.stop() == 0)
  }

  @Test func `a connect of another protocol is refused, whatever else it says`() throws {
    let daemon = try Daemon()
    let client = try SharedClient(connectedTo: daemon.path, saying: #""protocol":2,"profile":["new"]"#)
    let refused = try client.answer().json
    #expect(refused["statusd"] as? String == "refused" && refused["reason"] as? String == "version")
    #expect(try client.rest().isEmpty)
    #expect(try daemon.stop() == 0)
  }

  @Test func `a signal drains every session`() throws {
    let silent = FaultServer(onConnect: [.hold])
    defer { withExtendedLifetime(silent) {} }
    let daemon = try Daemon(["--state", silent.url("/"), "--drain-timeout", "0.1"])
    let clients = try (0..<3).map { _ in try SharedClient(at: daemon.path) }
    for client in clients {
      try client.send(Fixtures.request("refresh"))
      #expect(try client.receive().method == "stateChanged")
    }
    daemon.process.signal(SIGTERM)
    for client in clients { #expect(try client.rest().compactMap(\.kind) == ["shuttingDown"]) }
    #expect(try daemon.process.wait() == 0)
  }

  @Test func `it ends when nobody has needed it for its idle time, and not before`() throws {
    let daemon = try Daemon(["--idle-timeout", "0.2"])
    let client = try SharedClient(at: daemon.path)
    _ = try client.call("getState")
    client.endInput()
    #expect(try client.rest().isEmpty)
    #expect(try daemon.process.wait() == 0)
  }

  // MARK: The socket

  @Test func `nobody else can connect, and a socket that a killed daemon left is replaced`() throws {
    let daemon = try Daemon()
    _ = try SharedClient(at: daemon.path).call("getState")
    let mode = try FileManager.default.attributesOfItem(atPath: daemon.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    daemon.process.signal(SIGKILL)
    _ = try daemon.process.wait()
    let next = try DaemonProcess(["serve", "--socket", daemon.path])
    #expect(try SharedClient(at: daemon.path).call("getState").result != nil)
    next.signal(SIGTERM)
    #expect(try next.wait() == 0)
  }

  @Test(arguments: ["file", "folder", "link"])
  func `what is no socket stays, and the status is 73`(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("d.sock")
    switch kind {
    case "file": try folder.write("precious", to: "d.sock")
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    }
    let daemon = try DaemonProcess(["serve", "--socket", path])
    #expect(try daemon.wait() == 73)
    #expect(
      try daemon.errors.rest()
        == "statusd: \(path) is taken: what is there is no socket of this user's, and stays\n")
    #expect((try? FileManager.default.attributesOfItem(atPath: path)) != nil)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["d.lock", "d.sock"])
  }

  @Test func `a folder that is not there is status 73`() throws {
    let daemon = try DaemonProcess(["serve", "--socket", "/proc/nonexistent/d.sock"])
    #expect(try daemon.wait() == 73)
  }

  @Test(arguments: [
    (["--clock", "manual"], "--clock manual is one client's own clock"),
    (["--trace", "/dev/null"], "--trace records one session"),
    (["--clientProcessId", "1"], "--clientProcessId names the process of one client"),
  ])
  func `what belongs to one client is refused with status 64`(words: [String], reason: String) throws {
    let daemon = try DaemonProcess(["serve", "--socket", "/proc/nonexistent/d.sock"] + words)
    #expect(try daemon.errors.rest().contains(reason))
    #expect(try daemon.wait() == 64)
  }
}
