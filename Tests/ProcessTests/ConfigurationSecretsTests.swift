import Foundation
import TestSupport
import Testing

/// What is secret goes to the server it is meant for and to nobody else.
struct ConfigurationSecretsTests {
  /// Planted everywhere; each is a word of its own, so that a finding shows where it came from.
  private static let secrets = [
    "u5er-s3cret", "passw0rd-s3cret", "query-s3cret", "header-s3cret", "variable-s3cret", "other-s3cret",
  ]
  private static let environment = [
    "STATUS_TOKEN": "variable-s3cret", "STATUSD_RESOURCES_STATE_TIMOUT": "other-s3cret",
  ]

  private func file(_ server: FaultServer) throws -> TemporaryFile {
    let authority = "u5er-s3cret:passw0rd-s3cret@127.0.0.1:\(server.port)"
    return try TemporaryFile(
      """
      [resources.state]
      source = "http://\(authority)/ok?token=query-s3cret"
      headers = { X-Token = "header-s3cret", X-Api = "Key ${STATUS_TOKEN}" }
      [resources.menu]
      source = "http://\(authority)/broken?token=query-s3cret"
      headers = { X-Token = "header-s3cret", X-Api = "Key ${STATUS_TOKEN}" }
      retry.attempts = 2
      retry.base = 0
      """, named: ".toml")
  }

  private func server() -> FaultServer {
    FaultServer([
      "/ok?token=query-s3cret": [
        .send("HTTP/1.1 200 OK\r\nContent-Length: \(Fixtures.fleet.utf8.count)\r\n\r\n\(Fixtures.fleet)")
      ],
      "/broken?token=query-s3cret": [.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")],
    ])
  }

  @Test(arguments: ["text", "json"])
  func `no output of a session has a secret in it, at the level trace`(format: String) throws {
    let server = server()
    let file = try file(server)
    let daemon = try DaemonProcess(
      ["--config", file.path, "--log-level", "trace", "--log-format", format], environment: Self.environment)
    for (id, method) in ["refresh", "fetchMenu", "listResources", "stats", "getState"].enumerated() {
      try daemon.send(Fixtures.request(method, id: id))
    }
    daemon.closeInput()
    let output = try daemon.rest().map(\.text).joined(separator: "\n")
    let errors = try daemon.errors.rest()
    #expect(output.contains(#""kind":"serverError""#) && output.contains(#""c1""#))
    #expect(errors.contains("STATUSD_RESOURCES_STATE_TIMOUT"))
    try expectNoSecret(in: output, errors)
    try expectSent(to: server)
  }

  @Test func `no error of call has a secret in it`() throws {
    let server = server()
    let file = try file(server)
    let daemon = try DaemonProcess(
      ["call", "--config", file.path, "--log-level", "trace", "fetchMenu"], environment: Self.environment)
    daemon.closeInput()
    let (output, errors) = (try daemon.output.rest(), try daemon.errors.rest())
    #expect(errors.contains(#""kind":"serverError""#))
    try expectNoSecret(in: output, errors)
  }

  @Test(arguments: [
    // What is wrong stands beside, in or in the place of a secret.
    "resources.state.source = 'htp://u5er-s3cret:passw0rd-s3cret@h/?token=query-s3cret'",
    "resources.state.source = 'http://u5er-s3cret:passw0rd-s3cret@h:x/?token=query-s3cret'",
    "resources.state.source = 'http://u5er-s3cret:passw0rd-s3cret@ h/?token=query-s3cret'",
    "resources.state.headers = 'header-s3cret'",
    "resources.state.headers.X = \"header-s3cret\\n\"",
    "resources.state.headers.X = ['header-s3cret']",
    "resources.state.headers.'X: header-s3cret' = ''",
    "resources.state.headers.X = '${header-s3cret}'",
    "resources.state.headers.Connection = '${STATUS_TOKEN}'",
    "resources.state.timeout = 'header-s3cret'",
    "resources.state.caFile = \"header-s3cret\\u0000\"",
    "location.source = 'gpsd://u5er-s3cret:passw0rd-s3cret@h'",
    "resources.state.headers.X = 'header-s3cret",
    "resources.state.headers.X = header-s3cret",
    "resources.state.headers = { X = 'header-s3cret' Y = 'other-s3cret' }",
    "resources.state.headers.X = 'header-s3cret' 'other-s3cret'",
    "resources.state.headers.X = \"\\q header-s3cret\"",
  ])
  func `no mistake in a file reveals a secret`(toml: String) throws {
    let file = try TemporaryFile(toml, named: ".toml")
    let daemon = try DaemonProcess(
      ["--config", file.path, "--log-level", "trace"], environment: Self.environment)
    daemon.closeInput()
    let (output, errors) = (try daemon.output.rest(), try daemon.errors.rest())
    #expect(try daemon.wait() == 78)
    #expect(errors.split(separator: "\n").count == 1)
    try expectNoSecret(in: output, errors)
  }

  @Test(arguments: [
    ("STATUSD_STATE", "http://u5er-s3cret:passw0rd-s3cret@h:x/?token=query-s3cret"),
    ("STATUSD_RESOURCES_MENU_SOURCE", "variable-s3cret"),
    ("STATUSD_RESOURCES_MENU_TIMEOUT", "variable-s3cret"),
    ("STATUSD_RESOURCES_STATE_SHAPE", "variable-s3cret"), ("STATUSD_STORE_QUOTA", "variable-s3cret"),
    ("STATUSD_LOCATION", "variable-s3cret"), ("STATUSD_LIMITS_BATCH", "variable-s3cret"),
  ])
  func `no mistake in a variable reveals its value`(name: String, value: String) throws {
    let daemon = try DaemonProcess(["--log-level", "trace"], environment: [name: value])
    daemon.closeInput()
    let (output, errors) = (try daemon.output.rest(), try daemon.errors.rest())
    #expect(try daemon.wait() == 78)
    #expect(errors.contains(name))
    try expectNoSecret(in: output, errors)
  }

  private func expectNoSecret(in outputs: String...) throws {
    for output in outputs {
      for secret in Self.secrets { #expect(!output.contains(secret)) }
      // Base64 of the credentials, as the request has them.
      #expect(!output.contains(Data("u5er-s3cret:passw0rd-s3cret".utf8).base64EncodedString()))
    }
  }

  /// The secrets were not just dropped.
  private func expectSent(to server: FaultServer) throws {
    let requests = server.requests.joined()
    for secret in ["query-s3cret", "X-Token: header-s3cret", "X-Api: Key variable-s3cret"] {
      #expect(requests.contains(secret))
    }
    #expect(requests.contains(Data("u5er-s3cret:passw0rd-s3cret".utf8).base64EncodedString()))
  }
}
