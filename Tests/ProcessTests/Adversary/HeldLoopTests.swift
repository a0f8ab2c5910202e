import Foundation
import Glibc
import TestSupport
import Testing

/// A body that keeps the loop busy for seconds: under a manual clock all of it is decoded in one turn.
struct HeldLoopTests {
  private static func menu(_ dishes: Int) throws -> TemporaryFile {
    let dish = #"{"name":"A","category":"B","spicy":true,"price":1}"#
    return try TemporaryFile("[" + String(repeating: dish + ",", count: dishes - 1) + dish + "]")
  }

  /// Limits that let every menu through, and a source that is that file.
  private static func options(_ menu: TemporaryFile, _ limits: TemporaryFile) -> [String] {
    ["--clock", "manual", "--config", limits.path, "--menu", "file:\(menu.path)"]
  }

  /// Has daemons decode menus, each larger than the one before, until one is so busy that it says so.
  ///
  /// - Parameter body: What is done then, with the line of the log; true if the daemon was still busy.
  private func whileBusy(
    launcher: [String] = [], _ body: (DaemonProcess, String) throws -> Bool
  ) throws {
    // Nobody is to read a menu.
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(output) }
    let limits = try TemporaryFile("[limits]\nbodyBytes = 1073741824\nbodyValues = 1000000000\n")
    for dishes in [40_000, 160_000, 640_000, 2_560_000] {
      let menu = try Self.menu(dishes)
      let daemon = try DaemonProcess(
        Self.options(menu, limits), output: .descriptor(output), launcher: launcher)
      try daemon.send(Fixtures.request("fetchMenu"))
      daemon.willNotRespond()
      // One that is quick ends by itself.
      daemon.closeInput()
      if let line = try daemon.errors.lineOrEnd(), try body(daemon, line) { return }
    }
    Issue.record("no daemon was busy for long enough")
  }

  @Test func `a turn of more than a second is a line in the log, with what it does and for which resource`()
    throws
  {
    try whileBusy { _, line in
      #expect(line.contains(" warning statusd: statusd is busy: nothing else is served meanwhile"))
      // A menu that takes just a second may have been decoded by then; a larger one has not.
      return line.contains(" phase=decoding resource=menu seconds=")
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `one signal ends a daemon that is busy, and a line says with what`(number: Int32) throws {
    try whileBusy { daemon, _ in
      daemon.signal(number)
      guard try daemon.wait() != 0 else { return false }
      #expect(try daemon.wait() == 128 + number)
      let lines = try daemon.errors.rest()
      #expect(lines.contains(" error statusd: statusd ends in the middle of its work, which takes too long"))
      return lines.contains(" phase=decoding resource=menu seconds=")
    }
  }

  @Test func `the end of its parent ends a daemon that is busy`() throws {
    // A shell between this process and the daemon.
    let launcher = ["/bin/sh", "-c", "exec 3<&0; \"$@\" <&3 3<&- & wait", "sh"]
    try whileBusy(launcher: launcher) { daemon, _ in
      daemon.signal(SIGKILL)
      // At its end nobody holds standard error any more.
      return try daemon.errors.rest().contains(" statusd ends in the middle of its work")
    }
  }
}
