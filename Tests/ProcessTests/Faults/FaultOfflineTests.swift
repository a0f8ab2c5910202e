import Foundation
import TestSupport
import Testing

/// A computer that is connected to nothing, where a test may make one.
@Suite(.enabled(if: EmptyNetwork.isPossible, "no right to make a network namespace"))
struct FaultOfflineTests {
  @Test(arguments: ["http://192.0.2.1/", "http://status.invalid/", "https://[2001:db8::1]/"])
  func `without a network nobody is reached, and that is told as such`(source: String) throws {
    let daemon = try DaemonProcess(["--state", source], launcher: EmptyNetwork.launcher)
    let answer = try daemon.call("refresh")
    #expect(answer.kind == "offline")
    #expect(answer.code == 1100)
  }
}

/// A network namespace without a route (unshare(1)).
private enum EmptyNetwork {
  static let launcher = ["/usr/bin/unshare", "--map-root-user", "--net"]

  static let isPossible: Bool = {
    let trial = Process()
    trial.executableURL = URL(fileURLWithPath: launcher[0])
    trial.arguments = launcher.dropFirst() + ["true"]
    trial.standardError = FileHandle.nullDevice
    guard (try? trial.run()) != nil else { return false }
    trial.waitUntilExit()
    return trial.terminationStatus == 0
  }()
}
