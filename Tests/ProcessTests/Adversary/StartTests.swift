import Foundation
import Glibc
import TestSupport
import Testing

/// The first milliseconds of the process.
struct StartTests {
  @Test func `SIGTERM ends the process at any moment of its start`() throws {
    let clock = ContinuousClock()
    for delay in stride(from: 0.0, through: 60, by: 1.5) {
      let daemon = try DaemonProcess()
      let start = clock.now
      while clock.now - start < .milliseconds(delay) {}
      daemon.signal(SIGTERM)
      // Before it is caught, it ends the process as it does any other.
      #expect(try [0, 128 + SIGTERM].contains(daemon.wait()), "after \(delay) ms")
      #expect(try daemon.errors.rest() == "")
    }
  }

  /// The input stays open, as it does where another process holds it.
  @Test(arguments: [0, 2, 5, 10, 15, 20, 40])
  func `a parent that ends while the daemon starts ends it`(milliseconds: Int) throws {
    let daemon = try DaemonProcess(launcher: Launchers.parent(endingAfter: milliseconds))
    // At its end nobody holds the output any more.
    #expect(try daemon.output.rest() == "")
    #expect(try daemon.errors.rest() == "")
    #expect(try daemon.wait() == 0)
  }

  @Test func `a daemon that begins a session of its own is no orphan`() throws {
    let daemon = try DaemonProcess(launcher: ["/usr/bin/setsid"])
    #expect(try daemon.call("getState").error == nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }
}
