import Foundation
import TestSupport
import Testing

/// Name servers that are silent, and a machine without /proc.
struct NameTests {
  @Test(
    .enabled(if: Launchers.canMakeNamespaces, "this machine makes no namespaces"),
    arguments: [[:], ["http_proxy": "http://proxy.example:3128", "no_proxy": ""]])
  func `refreshes that are cancelled leave no threads behind`(environment: [String: String]) throws {
    let file = try TemporaryFile("nameserver 192.0.2.1\n")
    let daemon = try DaemonProcess(
      ["--state", "http://silent.example/"], environment: environment,
      launcher: Launchers.namespace(Launchers.silentNames(file)))
    for id in 1...100 {
      try daemon.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"refresh"}"#)
      // Two turns of the loop, in which the transfer gets as far as its server's name.
      for _ in 0..<2 { _ = try daemon.call("getState", id: 1_000) }
      try daemon.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
      while try daemon.receive().json["id"] as? Int != id {}
    }
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/task")
    // The loop's, the log's, and the one that asks for the name.
    #expect(threads.count <= 3)
    daemon.willNotRespond()
    withExtendedLifetime(file) {}
  }

  @Test(.enabled(if: Launchers.canMakeNamespaces, "this machine makes no namespaces"))
  func `without /proc the command line is heard all the same`() throws {
    let launcher = Launchers.namespace(Launchers.noProc)
    let daemon = try DaemonProcess(["--no-such-option"], launcher: launcher)
    #expect(try daemon.wait() == 64)
    let other = try DaemonProcess(["--version"], launcher: launcher)
    #expect(try other.output.rest().hasPrefix("statusd "))
  }
}
