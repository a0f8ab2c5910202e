import Foundation
import Glibc
import TestSupport

/// A folder in which the daemons of one test meet, and nobody else's.
///
/// They are ended at the latest when the object goes.
final class SharedFixture {
  let folder: TemporaryFolder
  /// What every client gets that is to meet the others here.
  let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    guard mkdir(folder.path("run"), 0o700) == 0 else { throw DaemonError("mkdir: \(errno)") }
    // tmux(1) sets SHELL where there is none, and it counts for who meets whom.
    environment = [
      "XDG_RUNTIME_DIR": folder.path("run"), "HOME": folder.path, "SHELL": "/bin/sh", "no_proxy": "*",
    ]
  }

  deinit {
    _ = try? run(["stop", "--all"])
  }

  /// The folder of the sockets.
  var place: String { folder.path("run/statusd") }

  func start(
    _ arguments: [String], environment added: [String: String] = [:], input: DaemonProcess.Stream = .pipe,
    output: DaemonProcess.Stream = .pipe, launcher: [String] = [], test: String = #function
  ) throws -> DaemonProcess {
    try DaemonProcess(
      arguments, environment: environment.merging(added) { $1 }, input: input, output: output,
      launcher: launcher, test: test)
  }

  func connect(
    _ arguments: [String] = [], environment: [String: String] = [:], launcher: [String] = [],
    test: String = #function
  ) throws -> DaemonProcess {
    try start(["connect"] + arguments, environment: environment, launcher: launcher, test: test)
  }

  /// Runs a command to its end.
  func run(_ arguments: [String], environment added: [String: String] = [:]) throws -> Run {
    try Run(arguments, environment: environment.merging(added) { $1 })
  }

  /// The daemons that run.
  func daemons() throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(try run(["daemons", "--json"]).output.utf8))
    return (json as? [String: Any])?["daemons"] as? [[String: Any]] ?? []
  }

  /// Asks until the one daemon has so many sessions: a session is gone some time after its client.
  func wait(forSessions count: Int) throws {
    while try daemons().first?["sessions"] as? Int != count { sched_yield() }
  }

  /// The process of the one daemon.
  func daemon() throws -> Int32 {
    let running = try daemons()
    guard running.count == 1, let process = running[0]["pid"] as? Int else {
      throw DaemonError("there are \(running.count) daemons")
    }
    return Int32(process)
  }
}
