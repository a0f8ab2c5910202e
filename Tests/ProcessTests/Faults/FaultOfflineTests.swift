import TestSupport
import Testing

/// A computer that is connected to nothing, where a test may make one.
@Suite(.enabled(if: EmptyNetwork.canBeMade, "no right to make a network namespace"))
struct FaultOfflineTests {
  @Test(arguments: ["http://192.0.2.1/", "http://status.invalid/", "https://[2001:db8::1]/"])
  func `without a network every server is reported as offline`(source: String) throws {
    let daemon = try DaemonProcess(["--state", source], launcher: EmptyNetwork.launcher)
    let response = try daemon.call("refresh")
    #expect(response.kind == "offline")
    #expect(response.code == 1100)
  }
}
