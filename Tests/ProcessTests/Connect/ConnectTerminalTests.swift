import Foundation
import Glibc
import TestSupport
import Testing

/// `connect` on a terminal, which is never handed over.
struct ConnectTerminalTests {
  @Test func `what is typed is copied, and what is answered`() throws {
    let fixture = try SharedFixture()
    let terminal = try PseudoTerminal()
    let client = try fixture.start(
      ["connect"], input: .descriptor(terminal.terminal), output: .descriptor(terminal.terminal))
    client.willNotRespond()
    terminal.type(Fixtures.request("getState") + "\n")
    #expect(try terminal.read(through: #""status":"idle""#).contains(#""id":1"#))
    // The daemon has no terminal.
    let process = try fixture.daemon()
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    for number in open {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(number)")
      #expect(target?.hasPrefix("/dev/pts/") != true)
    }
    // The end of the input, as a person types it.
    terminal.type("\u{04}")
    #expect(try client.wait() == 0)
  }

  @Test func `a value that is larger than a pipe comes whole, and then the end`() throws {
    let fixture = try SharedFixture()
    let text = String(repeating: "x", count: 300_000)
    try fixture.folder.write("\"\(text)\"", to: "large.json")
    let terminal = try PseudoTerminal()
    let client = try fixture.start(
      ["connect", "--resource", "a=file:\(fixture.folder.path("large.json"))"],
      input: .descriptor(terminal.terminal))
    client.willNotRespond()
    terminal.type(Fixtures.request("refresh", #"{"resource":"a"}"#) + "\n")
    var line = ""
    while !line.hasPrefix(#"{"jsonrpc":"2.0","id":1"#) { line = try client.output.line() }
    #expect(line.contains(text))
    terminal.type("\u{04}")
    #expect(try client.wait() == 0)
  }

  @Test func `in the background it leaves to the shell what is typed`() throws {
    let fixture = try SharedFixture()
    let terminal = try PseudoTerminal()
    // Reads lines as they are, with the terminal for its own.
    let shell = try fixture.start(
      [], input: .descriptor(terminal.terminal), output: .descriptor(terminal.terminal),
      launcher: [
        "/usr/bin/setsid", "--ctty", "/bin/bash", "--norc", "--noprofile", "--noediting", "-i", "-s",
      ])
    shell.willNotRespond()
    terminal.type("\"$1\" connect & echo \"job\"-$!\n")
    _ = try terminal.read(through: "job-")
    // Until the daemon has the session: then it would take what is typed, if it had the terminal.
    try fixture.wait(forSessions: 1)
    for number in 1...20 {
      terminal.type("echo \"line\"-\(number).\n")
      _ = try terminal.read(through: "line-\(number).")
    }
    terminal.type("kill -KILL %1; exit\nexit\n")
    _ = try shell.wait()
  }
}
