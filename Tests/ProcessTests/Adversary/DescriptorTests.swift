import Foundation
import TestSupport
import Testing

/// A daemon that has fewer descriptors than it needs, or others than it expects.
struct DescriptorTests {
  private static let unreachable = ["--state", "http://127.0.0.1:9/"]

  @Test(arguments: [7, 8, 9, 10, 12])
  func `without descriptors a request fails and is answered, and the log says so`(limit: Int) throws {
    let daemon = try DaemonProcess(Self.unreachable, launcher: Launchers.shell("ulimit -n \(limit)"))
    #expect(try daemon.call("refresh").code != nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
    #expect(try daemon.errors.rest().contains("warning statusd: failed"))
  }

  @Test(arguments: [4, 5, 6])
  func `a daemon that cannot start for lack of descriptors ends with a line and status 71`(limit: Int) throws
  {
    let daemon = try DaemonProcess(Self.unreachable, launcher: Launchers.shell("ulimit -n \(limit)"))
    #expect(try daemon.wait() == 71)
    let lines = try daemon.errors.rest().split(separator: "\n")
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("statusd: ") == true && lines.first?.hasSuffix("Too many open files") == true)
  }

  @Test(arguments: [["call", "getState"], ["watch", "--once"], ["doctor"]])
  func `so does every other command`(words: [String]) throws {
    let process = try DaemonProcess(words, launcher: Launchers.shell("ulimit -n 5"))
    #expect(try process.wait() == 71)
    let lines = try process.errors.rest().split(separator: "\n")
    #expect(lines.count == 1 && lines.first?.hasPrefix("statusd: cannot start: ") == true)
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func `an input that is closed is at its end, and an output that is closed cannot be written`(closed: String)
    throws
  {
    let daemon = try DaemonProcess(Self.unreachable, launcher: Launchers.shell("exec \(closed)"))
    if closed.contains("<") {
      // The null device is at its end at once.
      #expect(try daemon.wait() == 0)
      return
    }
    try daemon.send(Fixtures.request("refresh"))
    daemon.closeInput()
    let answers = try daemon.rest()
    if closed.contains(">&- 2") || closed == ">&-" {
      daemon.willNotRespond()
      #expect(answers.isEmpty)
      #expect(try daemon.wait() == 74)
    } else {
      #expect(answers.last?.code != nil)
      #expect(try daemon.wait() == 0)
    }
  }

  @Test func `a limit that sinks below what is open changes nothing for the client`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.call("getState")
    #expect(Launchers.succeeds(["/usr/bin/prlimit", "--pid", "\(daemon.pid)", "--nofile=2:2"]))
    #expect(try daemon.call("getState").code == nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
    #expect(try daemon.errors.rest() == "")
  }
}
