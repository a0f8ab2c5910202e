import Foundation
import Glibc
import TestSupport
import Testing

/// A terminal in its usual mode, in which a write waits for the reader, whose reader pauses.
struct TerminalTests {
  /// A daemon that has responses for a terminal which nobody reads, and that has read all of its input.
  private func blocked(_ arguments: [String], _ terminal: PseudoTerminal) throws -> DaemonProcess {
    let daemon = try DaemonProcess(arguments, output: .descriptor(terminal.terminal))
    for id in 1...400 { try daemon.send(Fixtures.request("listResources", id: id)) }
    daemon.willNotRespond()
    #expect(waitUntilReady(terminal.controller, POLLIN))
    var unread: CInt = 1
    while ioctl(daemon.input.descriptor, UInt(FIONREAD), &unread) == 0, unread > 0 { sched_yield() }
    return daemon
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, 0])
  func `a signal and the end of the input are seen, and the deadline of the output`(signal: Int32) throws {
    let terminal = try PseudoTerminal()
    let daemon = try blocked(["--drain-timeout", "0.3"], terminal)
    if signal == 0 { daemon.closeInput() } else { daemon.signal(signal) }
    #expect(try daemon.wait() == 1)
  }

  @Test func `a second signal ends it at once`() throws {
    let terminal = try PseudoTerminal()
    let daemon = try blocked(["--drain-timeout", "3600"], terminal)
    daemon.signal(SIGTERM)
    daemon.signal(SIGINT)
    #expect(try [128 + SIGTERM, 128 + SIGINT].contains(daemon.wait()))
  }
}
