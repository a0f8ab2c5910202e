import Foundation
import Glibc
import Reactor
import TestSupport
import Testing

/// What a daemon of several clients does when it has enough of them, and how it comes and goes.
struct SharedLimitTests {
  private typealias Daemon = SharedDaemonTests.Daemon

  @Test func `one session too many is told so, and the others are served`() throws {
    let daemon = try Daemon(environment: ["STATUSD_SHARED_SESSIONS": "2"])
    let clients = try (0..<2).map { _ in try SharedClient(at: daemon.path) }
    for client in clients { _ = try client.call("getState") }
    let direct = try SharedClient(at: daemon.path)
    try direct.send(Fixtures.request("getState"))
    let refusal = try direct.rest()
    #expect(refusal.count == 1 && refusal[0].json["id"] is NSNull && refusal[0].kind == "overloaded")
    #expect(refusal[0].detail?["limit"] as? Int == 2)
    let framed = try SharedClient(at: daemon.path)
    try framed.input.write(Array("Content-Length: 2".utf8))
    #expect(try framed.output.line().hasPrefix("Content-Length: "))
    let handed = try SharedClient(connectedTo: daemon.path)
    #expect(try handed.answer().json["reason"] as? String == "sessions")
    #expect(try clients[0].call("getState", id: 2).result != nil)
    // There is room again when one has left.
    clients[0].endInput()
    #expect(try clients[0].rest().isEmpty)
    #expect(try SharedClient(connectedTo: daemon.path).answer().json["statusd"] as? String == "welcome")
    #expect(try daemon.stop() == 0)
  }

  @Test func `without a descriptor left each is told so, and the next is served when there is one`() throws {
    let daemon = try Daemon(launcher: ["/bin/sh", "-c", #"ulimit -n 40; exec "$@""#, "sh"])
    var clients: [SharedClient] = []
    var refused = 0
    while refused < 3 {
      let client = try SharedClient(connectedTo: daemon.path)
      if try client.answer().json["reason"] as? String == "sessions" {
        refused += 1
      } else {
        clients.append(client)
      }
    }
    #expect(clients.count > 2 && clients.count < 20)
    #expect(try clients[0].call("getState").result != nil)
    for client in clients.dropFirst() { client.endInput() }
    for client in clients.dropFirst() { #expect(try client.answer().json["status"] as? Int == 0) }
    let next = try SharedClient(connectedTo: daemon.path)
    #expect(try next.answer().json["statusd"] as? String == "welcome")
    #expect(try daemon.stop() == 0)
  }

  @Test func `a turn reads at most 2 KiB of a session`() throws {
    let daemon = try Daemon()
    let client = try SharedClient(connectedTo: daemon.path)
    _ = try client.call("getState")
    let before = try reads(of: daemon)
    try client.send(
      String(repeating: #"{"jsonrpc":"2.0","method":"nothing"}"# + "\n", count: 30_000))
    _ = try client.call("getState", id: 2)
    let after = try reads(of: daemon)
    let (calls, bytes) = (after.calls - before.calls, after.bytes - before.bytes)
    #expect(bytes > 1_000_000 && bytes / calls <= 2_048)
  }

  /// The reads of the process, and their bytes, from /proc/PID/io (proc(5)); those of sockets do not count.
  private func reads(of daemon: Daemon) throws -> (calls: Int, bytes: Int) {
    let text = try String(contentsOfFile: "/proc/\(daemon.process.pid)/io", encoding: .utf8)
    let rows = text.split(separator: "\n").map { $0.split(separator: " ") }
    func value(_ name: String) throws -> Int {
      try #require(rows.first { $0[0] == name }.flatMap { Int($0[1]) })
    }
    return (try value("syscr:"), try value("rchar:"))
  }

  @Test func `when connect half-closes, its session is drained`() throws {
    let silent = FaultServer(onConnect: [.hold])
    defer { withExtendedLifetime(silent) {} }
    let daemon = try Daemon(["--state", silent.url("/")])
    let client = try SharedClient(
      connectedTo: daemon.path, saying: #""protocol":1,"profile":"serve","drainTimeout":0.1"#)
    _ = try client.answer()
    try client.send(Fixtures.request("refresh"))
    #expect(try client.receive().method == "stateChanged")
    shutdown(try #require(client.control).descriptor, CInt(SHUT_WR))
    #expect(try client.rest().compactMap(\.kind) == ["shuttingDown"])
    #expect(try client.answer().text == #"{"statusd":"ended","status":0}"#)
    #expect(try daemon.stop() == 0)
  }

  @Test func `when connect is gone, so is its session, though the streams are open`() throws {
    let daemon = try Daemon(["--idle-timeout", "0.1"])
    let client = try SharedClient(connectedTo: daemon.path)
    _ = try client.answer()
    client.control?.close()
    #expect(try client.rest().isEmpty)
    #expect(try daemon.process.wait() == 0)
  }

  @Test func `the end of the process that a client names ends its session alone`() throws {
    let daemon = try Daemon()
    let (one, two) = (try SharedClient(at: daemon.path), try SharedClient(at: daemon.path))
    let process = try DaemonProcess()
    _ = try one.call("initialize", #"{"processId":\#(process.pid)}"#)
    _ = try two.call("getState")
    process.closeInput()
    #expect(try process.wait() == 0)
    #expect(try one.rest().isEmpty)
    #expect(try two.call("getState", id: 2).result != nil)
    #expect(try daemon.stop() == 0)
  }

  @Test func `a daemon whose name is another's ends with its last session`() throws {
    let daemon = try Daemon(["--idle-timeout", "0"])
    let (one, two) = (try SharedClient(at: daemon.path), try SharedClient(at: daemon.path))
    for client in [one, two] { _ = try client.call("getState") }
    try daemon.folder.remove("d.sock")
    one.endInput()
    #expect(try one.rest().isEmpty)
    #expect(try two.call("getState", id: 2).result != nil)
    two.endInput()
    #expect(try daemon.process.wait() == 0)
  }

  /// Whoever has connected when the name goes is served, or sees the connection closed without a byte.
  @Test func `a client that comes when the daemon leaves is served or closed, and never left waiting`() throws
  {
    var served = 0
    for _ in 0..<5 {
      let daemon = try Daemon(["--idle-timeout", "0.3"])
      // What says nothing moves no clock: these come until the very end.
      var clients = [SharedClient(on: try SharedClient.connection(to: daemon.path))]
      while let socket = SharedClient.connectionNow(to: daemon.path) {
        clients.append(SharedClient(on: socket))
        if clients.count > 20 { clients.removeFirst() }
      }
      for client in clients {
        LocalSocket.send(Array((Fixtures.request("getState") + "\n").utf8), to: client.output.descriptor)
        client.endInput()
        let messages = (try? client.rest()) ?? []
        #expect(messages.allSatisfy { $0.result != nil })
        served += messages.count
      }
      #expect(try daemon.process.wait() == 0)
    }
    #expect(served > 0)
  }

  // MARK: systemd

  /// Binds a socket, makes it descriptor 3, and becomes the daemon.
  private static let activation = """
    import os, socket, sys
    s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + ".new"); s.listen(8)
    os.rename(sys.argv[1] + ".new", sys.argv[1])
    os.dup2(s.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_FDS=sys.argv[2], LISTEN_PID=str(os.getpid()))
    os.execv(sys.argv[3], sys.argv[3:])
    """

  @Test func `a socket that systemd hands over is served, and stays`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("d.sock")
    let daemon = try DaemonProcess(
      ["serve", "--idle-timeout", "0", "--resource", "a=command:env"],
      launcher: ["/usr/bin/python3", "-c", Self.activation, path, "1"])
    let client = try SharedClient(at: path)
    let environment = try client.call("refresh", #"{"resource":"a"}"#).text
    #expect(!environment.contains("LISTEN_"))
    client.endInput()
    daemon.signal(SIGTERM)
    #expect(try daemon.wait() == 0)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `another number of sockets is status 78`() throws {
    let folder = try TemporaryFolder()
    let daemon = try DaemonProcess(
      ["serve"], launcher: ["/usr/bin/python3", "-c", Self.activation, folder.path("d.sock"), "2"])
    #expect(try daemon.errors.rest() == "statusd: LISTEN_FDS must be 1, the socket that is served; got 2\n")
    #expect(try daemon.wait() == 78)
  }

  @Test(arguments: ["os.close(3)", "os.dup2(0, 3)", "a, b = socket.socketpair(); os.dup2(a.fileno(), 3)"])
  func `what is no socket that listens is status 78`(change: String) throws {
    let folder = try TemporaryFolder()
    let activation = Self.activation.replacing("os.execv", with: "\(change)\nos.execv")
    let daemon = try DaemonProcess(
      ["serve"], launcher: ["/usr/bin/python3", "-c", activation, folder.path("d.sock"), "1"])
    #expect(
      try daemon.errors.rest()
        == "statusd: descriptor 3, which LISTEN_FDS hands over, is no socket that listens\n")
    #expect(try daemon.wait() == 78)
  }
}
