import Foundation
import Glibc
import TestSupport
import Testing

/// What the daemon says to readers who do not read.
struct UnreadTests {
  @Test(arguments: [["--no-such-option"], ["call"], ["--config", "/nonexistent"], ["--framing", "x"]])
  func `an error of usage ends, though nobody reads of it`(arguments: [String]) throws {
    let channel = Channel()
    _ = channel.fill()
    let launcher = Launchers.shell("exec 2>/proc/\(getpid())/fd/\(channel.writer)")
    let daemon = try DaemonProcess(arguments, launcher: launcher)
    #expect([64, 78].contains(try daemon.wait()))
    withExtendedLifetime(channel) {}
  }

  @Test func `a terminal whose reader pauses does not hold up a signal`() throws {
    let terminal = try PseudoTerminal()
    let daemon = try DaemonProcess(output: .descriptor(terminal.terminal))
    daemon.willNotAnswer()
    // The answers are more than a terminal takes, and so short that it has room for half of a write.
    for _ in 0..<300 { try daemon.send(Fixtures.request("getState")) }
    daemon.signal(SIGTERM)
    daemon.signal(SIGINT)
    #expect(try daemon.wait() > 128)
  }
}
