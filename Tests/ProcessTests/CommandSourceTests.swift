import Foundation
import Glibc
import TestSupport
import Testing

/// Programs as sources of the built binary.
struct CommandSourceTests {
  /// A menu of one item.
  private static let menu = #"[{"name":"Tea","category":"drinks","spicy":false,"price":2}]"#

  @Test func `a program's output is the value`() throws {
    let daemon = try DaemonProcess(["--menu", "command:printf '%s' '\(Self.menu)'"])
    let response = try daemon.call("fetchMenu")
    let value = response.result?["value"] as? [String: Any]
    #expect((value?["sections"] as? [[String: Any]])?.first?["category"] as? String == "drinks")
  }

  @Test func `a failure has the status and the last words, and no argument`() throws {
    let script = try TemporaryFile("echo first >&2; echo \"no $1 for $2\" >&2; exit 3")
    let daemon = try DaemonProcess(
      ["--menu", "command:sh \(script.path) --token=s3cret 'pass word'", "--log-level", "trace"])
    let response = try daemon.call("fetchMenu")
    #expect(response.kind == "commandFailed")
    let detail = response.detail
    #expect(detail?["reason"] as? String == "exitStatus")
    #expect(detail?["exitStatus"] as? Int == 3)
    #expect(detail?["stderr"] as? String == "no --token=*** for ***")
    #expect(detail?["url"] as? String == "command:sh")
    daemon.closeInput()
    let rest = try daemon.rest().map(\.text).joined() + daemon.errors.rest()
    #expect(!rest.contains("s3cret") && !rest.contains("pass word") && !response.text.contains("s3cret"))
  }

  @Test func `a program that is missing is reported as such`() throws {
    let daemon = try DaemonProcess(["--menu", "command:no-such-program --really"])
    let detail = try daemon.call("fetchMenu").detail
    #expect(detail?["reason"] as? String == "notFound")
  }

  @Test func `a program has no descriptor of the daemon's, and does not see its client`() throws {
    let script = "cat >&2; cd /proc/$$/fd; echo * >&2; exit 1"
    let daemon = try DaemonProcess(["--menu", "command:sh -c '\(script)'"])
    let detail = try daemon.call("fetchMenu").detail
    // The last one is the folder, which the shell itself reads.
    #expect(detail?["stderr"] as? String == "0 1 2 3")
  }

  /// What may happen to a daemon while a program runs.
  enum End: CaseIterable {
    case cancel, exit, drain, signal, secondSignal, readerLeft
  }

  @Test(arguments: End.allCases)
  func `a run is ended with all that it has started, when nobody waits and when the daemon ends`(
    end: End
  ) throws {
    let fifo = try Fifo()
    // Both hold the pipe as long as they run; the second does not end when it is asked to.
    let script = try TemporaryFile(
      """
      exec >\(fifo.path)
      sh -c 'trap "" TERM; echo second; exec sleep 600' &
      echo first
      wait
      """)
    let daemon = try DaemonProcess(["--menu", "command:sh \(script.path)", "--drain-timeout", "0.1"])
    try daemon.send(Fixtures.request("fetchMenu"))
    #expect(try Set([fifo.line(), fifo.line()]) == ["first", "second"])
    try perform(end, on: daemon)
    #expect(try fifo.line() == nil)
    switch end {
    case .cancel: #expect(try daemon.call("getState").result != nil)
    case .exit, .drain, .signal: #expect(try daemon.rest().compactMap(\.kind) == ["shuttingDown"])
    case .secondSignal, .readerLeft: _ = try daemon.wait()
    }
  }

  private func perform(_ end: End, on daemon: DaemonProcess) throws {
    switch end {
    case .cancel: try daemon.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
    case .exit: try daemon.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    case .drain: daemon.closeInput()
    case .signal: daemon.signal(SIGTERM)
    case .secondSignal:
      daemon.willNotRespond()
      daemon.signal(SIGTERM)
      daemon.signal(SIGINT)
    case .readerLeft:
      daemon.willNotRespond()
      daemon.output.close()
    }
  }

  /// A program that had no time to begin is given more, for a machine that is busy.
  @Test func `a command of call is ended when it takes too long`() throws {
    let fifo = try Fifo()
    let script = try TemporaryFile("exec >\(fifo.path); echo running; exec sleep 600")
    for timeout in [0.5, 2, 8, 32] {
      let process = try DaemonProcess([
        "call", "--state", "command:sh \(script.path)", "refresh", #"{"timeout":\#(timeout)}"#,
      ])
      #expect(try process.errors.rest().contains(#""detail":{"reason":"timeout","url":"command:sh""#))
      #expect(try process.wait() == 1)
      guard fifo.isReady else { continue }
      #expect(try fifo.line() == "running")
      // Whoever held the other end has ended.
      #expect(try fifo.line() == nil)
      return
    }
    Issue.record("the program never began")
  }
}
