import Foundation
import Glibc
import TestSupport
import Testing

/// What ends without a word: the daemon, `connect`, both; and what is in the way.
struct ConnectEndTests {
  @Test func `when the daemon dies connect says so, and the next one starts another`() throws {
    let fixture = try SharedFixture()
    let client = try fixture.connect()
    _ = try client.call("getState")
    let daemon = try fixture.daemon()
    kill(daemon, SIGKILL)
    #expect(try client.wait() == 70)
    let said = try client.errors.rest()
    #expect(
      said.hasPrefix("statusd: the daemon is gone") && said.contains(fixture.place)
        && said.hasSuffix(".log\n"))
    #expect(try client.output.rest() == "")
    let next = try fixture.connect()
    #expect(try next.call("getState").result != nil)
    #expect(try fixture.daemon() != daemon)
  }

  @Test func `when connect dies so does its session, and no other`() throws {
    let fixture = try SharedFixture()
    let (one, two) = (try fixture.connect(), try fixture.connect())
    for client in [one, two] { _ = try client.call("getState") }
    one.signal(SIGKILL)
    #expect(try one.wait() == 128 + SIGKILL)
    try fixture.wait(forSessions: 1)
    #expect(try two.call("getState").result != nil)
  }

  @Test func `when both die the next connect works`() throws {
    let fixture = try SharedFixture()
    let client = try fixture.connect()
    _ = try client.call("getState")
    let daemon = try fixture.daemon()
    client.signal(SIGKILL)
    kill(daemon, SIGKILL)
    #expect(waitUntilGone(daemon))
    #expect(try fixture.connect().call("getState").result != nil)
  }

  @Test func `a daemon that hangs while it begins is waited for five seconds, with a word after one`() throws
  {
    let fixture = try SharedFixture()
    #expect(mkdir(fixture.place, 0o700) == 0)
    let socket = try fixture.run(["connect", "--print-socket"]).output.dropLast(".sock\n".utf8.count)
    let lock = open("\(socket).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let run = try fixture.run(["connect"])
    #expect(run.status == 75)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("waiting for the daemon"))
    #expect(lines.last?.contains("\(socket).lock and does not serve") == true)
  }

  @Test
  func `whatever moment of its idle end a client meets, it is served or says so, and the next one is served`()
    throws
  {
    let fixture = try SharedFixture()
    // So short that some clients of a daemon come when it leaves.
    let words = ["--idle-timeout", "0.1"]
    for _ in 1...200 {
      let client = try fixture.connect(words)
      client.closeInput()
      let (said, status) = (try client.errors.rest(), try client.wait())
      #expect(status == 0 && said == "" || status == 75 && said.contains("was leaving"))
    }
    #expect(try fixture.connect().call("getState").result != nil)
  }

  // MARK: What is in the way

  @Test func `a socket that a dead daemon has left is replaced, and a link is not followed`() throws {
    let fixture = try SharedFixture()
    let target = fixture.folder.path("target")
    try fixture.folder.write("precious", to: "target")
    let socket = fixture.folder.path("a.sock")
    #expect(symlink(target, socket) == 0)
    let run = try fixture.run(["connect", "--socket", socket])
    #expect(run.status == 73 && run.errors.contains("is taken"))
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
  }

  @Test func `another program at the socket is none of ours`() throws {
    let fixture = try SharedFixture()
    let socket = fixture.folder.path("a.sock")
    let server = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print(flush=True)
      c = s.accept()[0]; c.recv(4096); c.sendall(b"220 mail.example.org\\n"); c.recv(1)
      """
    let other = try fixture.start([], launcher: ["/usr/bin/python3", "-c", server, socket])
    _ = try other.output.line()
    let run = try fixture.run(["connect", "--socket", socket])
    #expect(run.status == 76 && run.errors == "statusd: no statusd listens at \(socket)\n")
  }

  @Test(arguments: ["link", "open", "file"]) func `a folder that is not to be trusted ends the start`(
    kind: String
  ) throws {
    let fixture = try SharedFixture()
    switch kind {
    case "link": #expect(symlink(fixture.folder.path, fixture.place) == 0)
    case "open": #expect(mkdir(fixture.place, 0o755) == 0 && chmod(fixture.place, 0o755) == 0)
    default: try fixture.folder.write("", to: "run/statusd")
    }
    let run = try fixture.run(["connect"])
    #expect(run.status == 77 && run.errors.contains(fixture.place))
    // A bar goes on without the others.
    let watch = try fixture.run(["watch", "--shared", "--once", "--format", "plain"])
    #expect(watch.status == 0 && watch.output == "3 couriers, 6 packages, 4 vehicles\n")
    #expect(watch.errors.contains(fixture.place) && watch.errors.contains("this process fetches by itself"))
    #expect(try fixture.run(["watch", "--shared=only", "--once"]).status == 77)
  }

  @Test func `a folder on a full disk is a clear status`() throws {
    // Nothing can be made below /proc.
    let run = try Run(["connect", "--socket", "/proc/a.sock"])
    #expect([73, 77].contains(run.status) && run.errors.contains("/proc/a.lock"))
  }
}
