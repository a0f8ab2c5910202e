import Foundation
import TestSupport
import Testing

/// Name servers that are silent, and a machine without /proc.
struct NameTests {
  @Test(
    .enabled(if: Launchers.canMakeNamespaces, "this machine makes no namespaces"),
    arguments: [
      ("silent.example", [:]), ("b\u{FC}cher.example", [:]), ("sil%65nt.example", [:]),
      ("silent.example", ["http_proxy": "http://proxy.example:3128", "no_proxy": ""]),
    ])
  func `refreshes that are cancelled leave no threads behind`(
    host: String, environment: [String: String]
  ) throws {
    let file = try TemporaryFile("nameserver 192.0.2.1\n")
    let daemon = try DaemonProcess(
      ["--state", "http://\(host)/"], environment: environment,
      launcher: Launchers.namespace(Launchers.silentNames(file)))
    for id in 1...200 {
      // Two turns of the loop, in which the transfer gets as far as its server's name.
      try cancelledRefresh(id, of: daemon) { for _ in 0..<2 { _ = try daemon.call("getState", id: 1_000) } }
    }
    try expectFewThreads(of: daemon)
    withExtendedLifetime(file) {}
  }

  /// The client of such a proxy looks the server's name up once it is connected to the proxy.
  @Test(
    .enabled(if: Launchers.canMakeNamespaces, "this machine makes no namespaces"),
    arguments: ["socks5", "socks4"])
  func `nor do those behind a SOCKS proxy`(scheme: String) throws {
    // Reading a pipe that nobody writes takes as long as name servers that are silent.
    let hosts = try Fifo()
    let greeting: [FaultServer.Step] = scheme == "socks5" ? [.awaitBytes, .send([5, 0])] : []
    let proxy = FaultServer(onConnect: greeting + [.hold])
    let daemon = try DaemonProcess(
      ["--state", "http://silent.example/"],
      environment: ["all_proxy": "\(scheme)://127.0.0.1:\(proxy.port)", "no_proxy": ""],
      launcher: Launchers.mounts("mount --bind \(hosts.path) /etc/hosts"))
    // libcurl knows the proxy's address from the second on, so that the first is the one that matters.
    for id in 1...5 {
      try cancelledRefresh(id, of: daemon) {
        while proxy.connections < id { _ = try daemon.call("getState", id: 1_000) }
        // The proxy's greeting takes a few of these.
        for _ in 0..<500 { _ = try daemon.call("getState", id: 1_000) }
      }
    }
    try expectFewThreads(of: daemon)
    withExtendedLifetime(hosts) {}
  }

  private func cancelledRefresh(_ id: Int, of daemon: DaemonProcess, meanwhile: () throws -> Void) throws {
    try daemon.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"refresh"}"#)
    try meanwhile()
    try daemon.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    while try daemon.receive().json["id"] as? Int != id {}
  }

  private func expectFewThreads(of daemon: DaemonProcess) throws {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/task")
    // The loop's, its watch, and the one that asks for the name; nothing is logged.
    #expect(threads.count == 3)
    daemon.willNotRespond()
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
