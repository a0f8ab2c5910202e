import Foundation
import Glibc
import TestSupport
import Testing

/// `statusd connect`: many clients, one daemon (docs/sharing.md).
struct ConnectTests {
  @Test func `two clients of one configuration share one daemon`() throws {
    let fixture = try SharedFixture()
    let (one, two) = (try fixture.connect(), try fixture.connect())
    #expect(try one.call("refresh").result?["revision"] as? Int == 2)
    #expect(try two.call("getState").result?["revision"] as? Int == 2)
    let daemons = try fixture.daemons()
    #expect(daemons.count == 1 && daemons[0]["sessions"] as? Int == 2)
    for client in [one, two] {
      client.closeInput()
      _ = try client.rest()
      #expect(try client.wait() == 0)
      #expect(try client.errors.rest() == "")
    }
    #expect(try fixture.run(["stop"]).status == 0)
    #expect(try fixture.daemons().isEmpty)
  }

  @Test func `a client that has handed its streams over has one thread`() throws {
    let fixture = try SharedFixture()
    let client = try fixture.connect()
    _ = try client.call("getState")
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(client.pid)/task")
    #expect(threads.count == 1)
  }

  @Test func `another configuration, another variable that counts, another daemon`() throws {
    let fixture = try SharedFixture()
    let file = try TemporaryFile(
      "[resources.a]\nsource = \"demo\"\nrecoveryOptions = { x = { title = \"${NAME}\" } }\n")
    let named = ["--config", file.path]
    let clients = [
      try fixture.connect(), try fixture.connect(["--seed", "1"]),
      try fixture.connect(named, environment: ["NAME": "x"]),
      try fixture.connect(named, environment: ["NAME": "y"]),
      try fixture.connect(named, environment: ["NAME": "y", "OTHER": "z"]),
    ]
    for client in clients { _ = try client.call("getState") }
    #expect(try fixture.daemons().compactMap { $0["sessions"] as? Int }.sorted() == [1, 1, 1, 2])
  }

  @Test func `twenty clients at once start one daemon`() throws {
    let fixture = try SharedFixture()
    let clients = try (1...20).map { _ in try fixture.connect() }
    for client in clients { #expect(try client.call("getState").result != nil) }
    let daemons = try fixture.daemons()
    #expect(daemons.count == 1 && daemons.first?["sessions"] as? Int == 20)
    for client in clients { client.closeInput() }
    for client in clients { #expect(try client.wait() == 0) }
  }

  @Test func `what ends the daemon's start is said by each client that has waited for it`() throws {
    let fixture = try SharedFixture()
    let socket = fixture.folder.path("a.sock")
    #expect(mkdir(socket, 0o700) == 0)
    let clients = try (1...5).map { _ in try fixture.connect(["--socket", socket]) }
    for client in clients {
      #expect(try client.wait() == 73)
      #expect(
        try client.errors.rest()
          == "statusd: \(socket) is taken: what is there is no socket of this user's, and stays\n")
    }
    #expect(FileManager.default.fileExists(atPath: socket))
  }

  @Test func `a wrong configuration starts nothing`() throws {
    let fixture = try SharedFixture()
    let file = try TemporaryFile("limits.batch = 0\nlimits.depth = 0\n")
    let run = try fixture.run(["connect", "--config", file.path])
    #expect(run.status == 78 && run.errors.split(separator: "\n").count == 2)
    #expect(!FileManager.default.fileExists(atPath: fixture.place))
  }

  @Test func `without a daemon --no-start ends with 69, and --print-socket with the path`() throws {
    let fixture = try SharedFixture()
    let printed = try fixture.run(["connect", "--print-socket"])
    #expect(printed.output.hasPrefix(fixture.place + "/") && printed.output.hasSuffix(".sock\n"))
    let run = try fixture.run(["connect", "--no-start"])
    #expect(run.status == 69 && run.errors == "statusd: no daemon runs at \(printed.output)")
    #expect(try fixture.daemons().isEmpty)
    #expect(try fixture.run(["stop"]).status == 69)
  }

  @Test func `a manual clock cannot be shared`() throws {
    let fixture = try SharedFixture()
    #expect(try fixture.run(["connect", "--clock", "manual"]).status == 64)
    #expect(try fixture.run(["watch", "--shared", "--once", "--clock", "manual"]).status == 64)
  }

  @Test func `connect ends with the session's status`() throws {
    let fixture = try SharedFixture()
    let client = try fixture.connect()
    try client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(try client.wait() == 1)
    let other = try fixture.connect()
    _ = try other.call("shutdown")
    try other.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(try other.wait() == 0)
  }

  @Test func `the first signal drains the session, and the daemon stays`() throws {
    let fixture = try SharedFixture()
    let silent = FaultServer(onConnect: [.hold])
    defer { withExtendedLifetime(silent) {} }
    let client = try fixture.connect(["--state", silent.url("/"), "--drain-timeout", "0.1"])
    try client.send(Fixtures.request("refresh"))
    #expect(try client.receive().method == "stateChanged")
    // The daemon has written that, and the client's own process may have got no further than its hello.
    try client.waitUntilItCatches(SIGTERM)
    client.signal(SIGTERM)
    #expect(try client.rest().compactMap(\.kind) == ["shuttingDown"])
    #expect(try client.wait() == 0)
    try fixture.wait(forSessions: 0)
  }

  @Test func `the client's framing is the session's`() throws {
    let fixture = try SharedFixture()
    let client = try fixture.connect(["--framing", "headers"])
    try client.sendFramed(Fixtures.request("getState"))
    #expect(try client.receiveFramed().result?["resource"] as? String == "state")
  }

  @Test func `a daemon that is started by hand is found`() throws {
    let fixture = try SharedFixture()
    let daemon = try fixture.start(["serve", "--socket", "auto"])
    let socket = try fixture.run(["connect", "--print-socket"]).output.dropLast()
    _ = try SharedClient.connection(to: String(socket))
    let client = try fixture.connect(["--no-start"])
    _ = try client.call("getState")
    #expect(try fixture.daemon() == daemon.pid)
    // There is one at a time.
    let second = try fixture.run(["serve", "--socket", "auto"])
    #expect(second.status == 75 && second.errors.contains(".lock"))
  }

  // MARK: Its own environment

  @Test func `the daemon has little of whoever starts it`() throws {
    let fixture = try SharedFixture()
    let file = try TemporaryFile("[resources.env]\nsource = \"command:env\"\nshape = \"lines\"\n")
    let client = try fixture.connect(
      ["--config", file.path],
      environment: ["SECRET": "x", "STATUSD_LIMITS_BATCH": "7", "USER": "me", "LOGNAME": "me"])
    let value = try client.call("refresh", #"{"resource":"env"}"#).result?["value"] as? [String]
    let names = try #require(value).compactMap { $0.split(separator: "=").first.map(String.init) }
    #expect(
      Set(names).subtracting(["SHELL", "PWD", "OLDPWD", "SHLVL", "_"]) == [
        "HOME", "USER", "LOGNAME", "LANG", "PATH",
      ])
    // Its session is its own, and so is its input.
    let process = try fixture.daemon()
    #expect(getsid(process) == process)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/0") == "/dev/null")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/2").hasSuffix(".log"))
  }

  @Test func `a daemon without programs is nowhere, and its files are those of its client`() throws {
    let fixture = try SharedFixture()
    try fixture.folder.write(#"{"a":1}"#, to: "a.json")
    let client = try fixture.connect(
      ["--resource", "a=file:a.json"], launcher: Launchers.shell("cd \(fixture.folder.path)"))
    #expect(try client.call("refresh", #"{"resource":"a"}"#).result?["value"] as? [String: Int] == ["a": 1])
    let process = try fixture.daemon()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd") == "/")
  }
}

extension DaemonProcess {
  /// Waits until the process has a handler for a signal, by which it ended before.
  fileprivate func waitUntilItCatches(_ number: Int32) throws {
    while true {
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      let caught = try #require(status.firstMatch(of: /SigCgt:\s+([0-9a-f]+)/)).1
      if try #require(UInt64(caught, radix: 16)) >> UInt64(number - 1) & 1 == 1 { return }
      sched_yield()
    }
  }
}
