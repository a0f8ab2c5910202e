import Foundation
import TestSupport

/// A network namespace without a route, in which a daemon runs (unshare(1)).
enum EmptyNetwork {
  static let launcher = ["/usr/bin/unshare", "--map-root-user", "--net"]

  static let canBeMade = succeeds(launcher + ["true"])

  /// Whether such a network can be changed from outside as well.
  static let canBeJoined = succeeds(launcher + ["sh", "-c", "command -v nsenter && ip link set lo up"])

  /// What runs the words behind it in a daemon's network.
  static func joining(_ daemon: DaemonProcess) -> [String] {
    ["nsenter", "--target", "\(daemon.pid)", "--user", "--preserve-credentials", "--net"]
  }

  /// Runs a command in a daemon's network, to its end.
  static func run(_ command: String, in daemon: DaemonProcess) throws {
    let words = joining(daemon) + command.split(separator: " ").map(String.init)
    guard succeeds(["/usr/bin/env"] + words) else { throw DaemonError("\(command) has failed") }
  }

  private static func succeeds(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": "/usr/sbin:/sbin:/usr/bin:/bin"]
    ) { $0 + ":" + $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
