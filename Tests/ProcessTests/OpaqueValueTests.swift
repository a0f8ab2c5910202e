import Foundation
import TestSupport
import Testing

/// Resources of shape `any` in the built binary: whatever JSON their source gives (docs/protocol.md section
/// 5).
@Suite(.timeLimit(.minutes(10))) struct OpaqueValueTests {
  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func `call prints a value of the deepest nesting`() throws {
    let file = try TemporaryFile(Self.nested(124))
    let process = try DaemonProcess(["call", "--resource", "deep=file:\(file.path)", "refresh", #"["deep"]"#])
    let output = try process.output.rest()
    #expect(output.contains(#""value":\#(Self.nested(124)),"#))
    #expect(try process.wait() == 0)
  }

  @Test func `a value is reported as its source wrote it, but for white space and line breaks`() throws {
    let file = try TemporaryFile("[1e400, 123456789012345678901234567890,\n \"\u{85}\u{2028}\" ]")
    let process = try DaemonProcess(["call", "--resource", "odd=file:\(file.path)", "refresh", #"["odd"]"#])
    let value = #"[1e400,123456789012345678901234567890,"\u0085\u2028"]"#
    #expect(try process.output.rest().contains(#""value":\#(value),"#))
    #expect(try process.wait() == 0)
  }

  @Test func `null is a value`() throws {
    let daemon = try DaemonProcess(["--resource", "none=command:echo null"])
    #expect(try daemon.call("refresh", #"{"resource":"none"}"#).text.contains(#""value":null,"#))
    #expect(try daemon.call("getState", #"{"resource":"none"}"#).text.contains(#""status":"loaded""#))
  }

  @Test func `a large value costs its text, not a tree of it`() throws {
    let text = "[" + String(repeating: #"{"a":[1,2,"three"]},"#, count: 75_000) + "0]"
    let file = try TemporaryFile(text)
    let daemon = try DaemonProcess(["--resource", "large=file:\(file.path)"])
    _ = try daemon.call("getState")
    let before = try daemon.peakMemory()
    let response = try daemon.call("refresh", #"{"resource":"large"}"#)
    #expect(response.result?["status"] as? String == "loaded")
    let grown = try daemon.peakMemory() - before
    #expect(grown < 4 * text.utf8.count, "\(grown) bytes for \(text.utf8.count)")
  }
}

extension DaemonProcess {
  /// The most memory that was resident so far, in bytes.
  func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/))
    return (Int(line.1) ?? 0) << 10
  }
}
