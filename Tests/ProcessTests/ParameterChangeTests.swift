import Foundation
import TestSupport
import Testing

/// What changes while instances exist: credentials, the source of a parameterised resource, a scenario.
struct ParameterChangeTests {
  private let file: TemporaryFile

  init() throws {
    file = try TemporaryFile("", named: ".toml")
  }

  private static func params(_ branch: String) -> String {
    #"{"resource":"build","arguments":{"branch":"\#(branch)"}}"#
  }

  /// A server that wants a token.
  private func server() throws -> NginxServer {
    try NginxServer(
      ["/main": "1", "/next": "2"],
      directives: "if ($http_authorization != \"Bearer right\") { return 401; }")
  }

  private func write(_ source: String, _ token: String) throws {
    try file.write(
      """
      minimumRequestTime = 0
      [resources.build]
      source = "\(source)"
      headers = { Authorization = "Bearer \(token)" }
      """)
  }

  @Test func `new credentials are those of every instance`() throws {
    let nginx = try server()
    try write(nginx.url("/{branch}"), "wrong")
    let daemon = try DaemonProcess(["--config", file.path, "--log-level", "critical"])
    for branch in ["main", "next"] {
      #expect(try daemon.call("refresh", Self.params(branch)).kind == "unauthorized")
    }
    try write(nginx.url("/{branch}"), "right")
    let recovered = try daemon.call("retry", #"{"failureId":"f1","optionId":"signIn"}"#)
    #expect((recovered.result?["result"] as? [String: Any])?["value"] as? Int == 1)
    #expect(try daemon.call("refresh", Self.params("next")).result?["value"] as? Int == 2)
    #expect(try daemon.call("refresh", Self.params("other")).kind == "notFound")
  }

  @Test(arguments: ["/main", "/{other}", "/{branch}{other}"])
  func `parameters stay as they were at the start`(path: String) throws {
    let nginx = try server()
    try write(nginx.url("/{branch}"), "wrong")
    let daemon = try DaemonProcess(["--config", file.path, "--log-level", "critical"])
    #expect(try daemon.call("refresh", Self.params("main")).kind == "unauthorized")
    try write(nginx.url(path), "right")
    let response = try daemon.call("retry", #"{"failureId":"f1","optionId":"signIn"}"#)
    #expect(response.kind == "sourceMisconfigured")
    #expect(
      response.failure?["failureReason"] as? String
        == "\(file.path): resources.build.source has other parameters than at the start; restart the daemon.")
  }

  @Test func `a scenario is played to the instances that there are, and to new ones`() throws {
    let daemon = try DaemonProcess([
      "--resource", "build=file:{branch}", "--scenario", "demo", "--log-level", "critical",
    ])
    #expect(try daemon.call("refresh", Self.params("main")).result?["status"] as? String == "loaded")
    let script = #"{"resources":{"build":{"steps":[{"then":"notFound"},{"then":"ok","value":7}]}}}"#
    #expect(
      try daemon.call("playScenario", #"{"scenario":\#(script)}"#).result?["name"] as? String == "inline")
    for branch in ["main", "next"] {
      #expect(try daemon.call("refresh", Self.params(branch)).kind == "notFound")
      #expect(try daemon.call("refresh", Self.params(branch)).result?["value"] as? Int == 7)
    }
  }
}
