import Foundation
import TestSupport
import Testing

/// What is said of a source that is not what was meant.
struct SourceAdviceTests {
  private func failure(_ arguments: [String], _ resource: String) throws -> [String: Any] {
    let daemon = try DaemonProcess(arguments + ["--log-level", "critical"])
    return try #require(try daemon.call("refresh", #"{"resource":"\#(resource)"}"#).failure)
  }

  @Test(arguments: [("state", "fleet", #"{"temp":21}"#), ("state", "fleet", "7"), ("menu", "menu", "7")])
  func `state and menu with other JSON name the way to another resource`(
    resource: String, shape: String, body: String
  ) throws {
    let file = try TemporaryFile(body)
    let failure = try failure(["--\(resource)", "file:\(file.path)"], resource)
    let advice =
      "Set shape = \"any\" for \(resource), which is a \(shape) by default, or name another resource for "
      + "other JSON: --resource NAME=SOURCE."
    #expect(failure["kind"] as? String == "unexpectedShape")
    #expect(failure["recoverySuggestion"] as? String == advice)
    #expect((failure["message"] as? String)?.hasSuffix(advice) == true)
  }

  @Test func `a fleet with a fault inside is a fleet`() throws {
    let file = try TemporaryFile(Fixtures.fleet.replacing(#""name": "Bo""#, with: #""name": 7"#))
    let failure = try failure(["--state", "file:\(file.path)"], "state")
    #expect(failure["kind"] as? String == "unexpectedShape")
    #expect((failure["recoverySuggestion"] as? String)?.hasPrefix("Check that the source") == true)
  }

  @Test func `the path of a file that is missing is absolute`() throws {
    let failure = try failure(["--resource", "value=file:no/such/file.json"], "value")
    let detail = try #require(failure["detail"] as? [String: Any])
    #expect(
      detail["path"] as? String == "\(FileManager.default.currentDirectoryPath)/no/such/file.json")
  }

  @Test func `a path that begins with ~ begins in the home directory`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try DaemonProcess(
      ["--resource", "value=file:~/value.json"], environment: ["HOME": folder.path])
    #expect(try daemon.call("refresh", #"{"resource":"value"}"#).result?["value"] as? [Int] == [1])
  }

  @Test func `a secret that is exchanged in its file is sent from then on`() throws {
    let server = FaultServer(["/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")]])
    let folder = try TemporaryFolder()
    try folder.save("first\n", as: "token")
    try folder.write(
      """
      [resources.value]
      source = "\(server.url("/"))"
      headers = { X-Token = "${file:\(folder.path("token"))}" }
      autoPolling = { enabled = true, interval = 3600 }
      """, to: "config.toml")
    let daemon = try DaemonProcess(["--config", folder.path("config.toml"), "--log-level", "trace"])
    while !server.requests.contains(where: { $0.contains("X-Token: first\r\n") }) {
      _ = try daemon.call("getState")
    }
    try folder.save("second\n", as: "token")
    while !server.requests.contains(where: { $0.contains("X-Token: second\r\n") }) {
      _ = try daemon.call("getState")
    }
    daemon.closeInput()
    _ = try daemon.rest()
    let log = try daemon.errors.rest()
    #expect(!log.contains("first") && !log.contains("second"))
  }
}
