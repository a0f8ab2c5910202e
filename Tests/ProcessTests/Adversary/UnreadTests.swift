import Foundation
import Glibc
import TestSupport
import Testing

/// What the daemon says to readers who do not read.
struct UnreadTests {
  @Test(arguments: [
    ["--no-such-option"], ["call"], ["--config", "/proc/nonexistent", "--strict"], ["--framing", "x"],
  ])
  func `an error of usage ends, though nobody reads of it`(arguments: [String]) throws {
    let channel = Channel()
    _ = channel.fill()
    let launcher = Launchers.shell("exec 2>/proc/\(getpid())/fd/\(channel.writer)")
    let daemon = try DaemonProcess(arguments, launcher: launcher)
    #expect([64, 78].contains(try daemon.wait()))
    withExtendedLifetime(channel) {}
  }
}
