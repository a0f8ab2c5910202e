import Foundation
import TestSupport
import Testing

/// Arguments of parameterised resources on their way through the built binary: to a real web server, to files and to
/// programs.
struct ParameterTests {
  private func params(_ value: String) throws -> String {
    let object: [String: Any] = ["resource": "build", "arguments": ["branch": value]]
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  // MARK: URLs

  /// Says in its response which target it was asked for.
  private func echoingServer() throws -> NginxServer {
    try NginxServer([:], directives: #"location / { return 200 '{"target":"$request_uri"}'; }"#)
  }

  @Test(arguments: [
    ("main", "main"), ("feature/x", "feature%2Fx"), ("a&x=1", "a%26x%3D1"), ("a#b", "a%23b"),
    ("a?b=c", "a%3Fb%3Dc"),
    ("%00", "%2500"), ("..%2f..%2fsecret", "..%252f..%252fsecret"), ("a b+c", "a%20b%2Bc"),
    ("ä\u{1F600}", "%C3%A4%F0%9F%98%80"),
    ("-rf", "-rf"), ("a;b", "a%3Bb"), (#""q""#, "%22q%22"), ("@host.example:1", "%40host.example%3A1"),
    ("a\r\nX: y", "a%0D%0AX%3A%20y"), ("\u{85}", "%C2%85"),
  ])
  func `a web server gets an argument as one segment and one value`(value: String, encoded: String) throws {
    let nginx = try echoingServer()
    let daemon = try DaemonProcess(
      ["--resource", "build=" + nginx.url("/api/{branch}/state?b={branch}&end"), "--log-level", "critical"])
    let result = try daemon.call("refresh", params(value)).result
    #expect(result?["arguments"] as? [String: String] == ["branch": value])
    #expect(
      result?["value"] as? [String: String] == ["target": "/api/\(encoded)/state?b=\(encoded)&end"])
  }

  @Test(arguments: [
    "..", ".", "", "../secret", "a/../../secret", "..\\secret", "\u{0}",
  ])
  func `nothing leads a web server elsewhere, and no request is made`(value: String) throws {
    let nginx = try echoingServer()
    let daemon = try DaemonProcess(["--resource", "build=" + nginx.url("/api/{branch}/state")])
    let response = try daemon.call("refresh", params(value))
    #expect(response.code == -32602 && response.detail?["path"] as? String == "/arguments/branch")
    #expect(response.detail?["reason"] as? String == "range")
    nginx.stop()
    #expect(try nginx.accessLog == [])
  }

  @Test func `a path with an argument that a server decodes stays below its folder`() throws {
    let nginx = try NginxServer(["/secret": #""secret""#], directives: "location /api/ { return 404; }")
    let daemon = try DaemonProcess(["--resource", "build=" + nginx.url("/api/{branch}")])
    #expect(try daemon.call("refresh", params("x/secret")).kind == "notFound")
    #expect(try daemon.call("refresh", params("../secret")).kind == "invalidParams")
  }

  @Test func `no argument of a query is in a failure's address or in the log`() throws {
    let nginx = try NginxServer([:])
    let daemon = try DaemonProcess(
      ["--resource", "build=" + nginx.url("/gone?token={branch}"), "--log-level", "trace"])
    let response = try daemon.call("refresh", params("s3cret"))
    #expect(response.detail?["url"] as? String == nginx.url("/gone?token=***"))
    daemon.closeInput()
    #expect(try !daemon.errors.rest().contains("s3cret"))
  }

  // MARK: Files

  @Test func `an argument chooses a file of one folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "statusd-parameters-\(UUID())")
    let inner = folder.appending(path: "builds")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [("builds/main.json", "1"), ("builds/-x %2f.json", "2"), ("secret.json", "3")] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let daemon = try DaemonProcess(["--resource", "build=file:\(inner.path)/{branch}.json"])
    #expect(try daemon.call("refresh", params("main")).result?["value"] as? Int == 1)
    #expect(try daemon.call("refresh", params("-x %2f")).result?["value"] as? Int == 2)
    #expect(try daemon.call("refresh", params("..%2fsecret")).kind == "fileNotFound")
    for value in ["../secret", "/etc/passwd", "..", ".", "", "main.json\u{0}"] {
      #expect(try daemon.call("refresh", params(value)).kind == "invalidParams", "\(value)")
    }
  }

  // MARK: Commands

  /// Prints its words as a JSON array.
  private static let words =
    #"python3 -c 'import json, sys; print(json.dumps(sys.argv[1:]))' {branch} 'b={branch}' b={branch}"#

  @Test(arguments: [
    "main", "a b", "$(id)", "`id`", "a; rm -rf /", "'\"\\", "*", "~", "a|b&c>d", "", "{branch}", "ä\u{301}",
    "$HOME", "%s", "a\nb", "\u{1B}[2J",
  ])
  func `a program gets an argument as one word`(value: String) throws {
    let daemon = try DaemonProcess(["--resource", "build=command:\(Self.words)"])
    let result = try daemon.call("refresh", params(value)).result
    #expect(result?["value"] as? [String] == [value, "b={branch}", "b=\(value)"])
  }

  @Test(arguments: ["-x", "--help", "-", "a\u{0}b"])
  func `what could be an option, or end a word, reaches no program`(value: String) throws {
    let daemon = try DaemonProcess(["--resource", "build=command:\(Self.words)"])
    let response = try daemon.call("refresh", params(value))
    #expect(response.kind == "invalidParams" && response.detail?["reason"] as? String == "range")
  }

  @Test func `a program's words about its argument are hidden in failures`() throws {
    let daemon = try DaemonProcess(["--resource", "build=command:sh -c 'echo no $1 >&2; exit 1' sh {branch}"])
    let response = try daemon.call("refresh", params("main"))
    #expect(response.detail?["stderr"] as? String == "no ***")
  }

  @Test func `the command of a recovery option sees the arguments`() throws {
    let seen = try TemporaryFile("")
    let file = try TemporaryFile(
      """
      minimumRequestTime = 0
      [resources.build]
      source = "file:/proc/nonexistent/{branch}"
      [resources.build.recoveryOptions.look]
      title = "Look"
      command = "sh -c 'echo $STATUSD_RESOURCE $STATUSD_ARGUMENT_branch >\(seen.path)'"
      """, named: ".toml")
    let daemon = try DaemonProcess(["--config", file.path])
    #expect(try daemon.call("refresh", params("a b")).kind == "fileNotFound")
    let again = try daemon.call("retry", #"{"optionId":"custom:look"}"#)
    #expect(again.failure?["arguments"] as? [String: String] == ["branch": "a b"])
    #expect(try String(contentsOfFile: seen.path, encoding: .utf8) == "build a b\n")
  }

  // MARK: The start

  @Test(arguments: ["https://{host}/", "command:{program}", "https://h/{+path}"])
  func `a template where none may stand ends the start`(source: String) throws {
    let daemon = try DaemonProcess(["--resource", "build=\(source)"])
    #expect(try daemon.wait() == 64)
    #expect(try daemon.errors.rest().contains("template"))
  }
}
