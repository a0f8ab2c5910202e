import Foundation
import Glibc
import TestSupport
import Testing

/// The first milliseconds of the process.
struct StartTests {
  init() {
    // What is written to a daemon that has ended is an error, and not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The moments come as late as a busy machine needs them: at once until the signal has ended the process as it does
  /// any other, and then later until it has been caught a few times.
  @Test(.timeLimit(.minutes(10))) func `SIGTERM ends the process at any moment of its start`() throws {
    let clock = ContinuousClock()
    var statuses: [Int32] = []
    var delay = 0.0
    while !statuses.contains(128 + SIGTERM) || statuses.count(where: { $0 == 0 }) < 10 {
      let daemon = try DaemonProcess()
      let start = clock.now
      while clock.now - start < .milliseconds(delay) {}
      daemon.signal(SIGTERM)
      try requireEnd(of: daemon)
      statuses.append(try daemon.wait())
      #expect(try daemon.errors.rest() == "", "after \(delay) ms")
      if statuses.contains(128 + SIGTERM) { delay += max(1.5, delay / 20) }
    }
    #expect(statuses.allSatisfy { [0, 128 + SIGTERM].contains($0) })
  }

  /// The input stays open, as it does where another process holds it.
  @Test(arguments: [0, 2, 5, 10, 15, 20, 40])
  func `a parent that ends while the daemon starts ends it`(milliseconds: Int) throws {
    let daemon = try DaemonProcess(launcher: Launchers.parent(endingAfter: milliseconds))
    #expect(try daemon.wait() == 0)
    try requireEnd(of: daemon)
    // At its end nobody holds it any more.
    #expect(try daemon.errors.rest() == "")
  }

  @Test func `a daemon that begins a session of its own is no orphan`() throws {
    let daemon = try DaemonProcess(launcher: ["/usr/bin/setsid"])
    #expect(try daemon.call("getState").error == nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  /// Asks a daemon that is to end until it has ended: one that lives on responds, and the test need not wait in vain.
  private func requireEnd(of daemon: DaemonProcess) throws {
    let many = 1_000
    var responses = 0
    while responses < many, (try? daemon.call("getState")) != nil { responses += 1 }
    daemon.willNotRespond()
    try #require(responses < many, "the daemon lives on and responds")
  }
}
