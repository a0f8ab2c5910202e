import TestSupport
import Testing

/// The credentials of a proxy, which stand in the environment.
struct ProxySecretTests {
  private static let mark = "qzx7"

  private func shown(_ proxy: String, _ source: String) throws -> String {
    let variables = ["http_proxy", "https_proxy"].map { ($0, "\(proxy)") } + [("no_proxy", "")]
    let daemon = try DaemonProcess(
      ["--state", source, "--log-level", "trace"],
      environment: Dictionary(uniqueKeysWithValues: variables))
    let response = try daemon.call("refresh")
    #expect(response.kind != nil)
    daemon.closeInput()
    return try response.text + daemon.output.rest() + daemon.errors.rest()
  }

  @Test(arguments: ["http", "https"])
  func `no output has them, whatever the proxy does`(scheme: String) throws {
    let source = "\(scheme)://server.invalid/"
    let wary = ProxyServer(credentials: "me:other")
    let rude = FaultServer(inTurn: [[]])
    let strange = FaultServer(inTurn: [[.send("qzq\r\n\r\n")]])
    let ports = [wary.port, rude.port, strange.port, 1]
    let odd = ["proxy.invalid:3128", "pro xy", "\(Self.mark)/\(Self.mark)@127.0.0.1:1"]
    for place in ports.map({ "127.0.0.1:\($0)" }) + odd {
      let text = try shown("http://me:\(Self.mark)\(Self.mark)@\(place)", source)
      #expect(!text.contains(Self.mark), "\(text)")
    }
    #expect(wary.requests.first?.contains("Proxy-Authorization: Basic bWU6cXp4N3F6eDc=") == true)
  }
}
