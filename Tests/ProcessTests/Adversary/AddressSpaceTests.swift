import Foundation
import Glibc
import TestSupport
import Testing

/// A daemon that may have no more memory than docs/operations.md says it needs (RLIMIT_AS).
struct AddressSpaceTests {
  /// The address space of an idle daemon in bytes, VmPeak of proc(5).
  private func idle() throws -> Int {
    let daemon = try DaemonProcess()
    _ = try daemon.call("getState")
    let status = try String(contentsOfFile: "/proc/\(daemon.pid)/status", encoding: .utf8)
    let peak = try #require(status.firstMatch(of: /VmPeak:\s+([0-9]+) kB/).flatMap { Int($0.1) })
    return peak * 1_024
  }

  @Test(arguments: ["any", "menu"])
  func `values of 8 MB are served with 64 MiB of address space beside that of an idle daemon`(shape: String)
    throws
  {
    let text =
      shape == "any"
      ? "\"" + String(repeating: "x", count: 7_900_000) + "\""
      : "[" + String(repeating: #"{"name":"A","category":"B","spicy":true,"price":1},"#, count: 158_000)
        + #"{"name":"A","category":"B","spicy":true,"price":1}]"#
    let file = try TemporaryFile(text)
    let kilobytes = try idle() / 1_024 + 65_536
    let name = shape == "any" ? "value" : "menu"
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(output) }
    let call = try DaemonProcess(
      ["call", "refresh", "resource=\(name)", "--resource", "\(name)=file:\(file.path)"],
      output: .descriptor(output), launcher: Launchers.shell("ulimit -v \(kilobytes)"))
    #expect(try call.wait() == 0)
    #expect(try call.errors.rest() == "")
  }
}
