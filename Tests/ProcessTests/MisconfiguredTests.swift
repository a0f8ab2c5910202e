import Foundation
import Glibc
import TestSupport
import Testing

/// A daemon whose configuration is wrong at its start, and is corrected (docs/protocol.md, “A configuration that is
/// wrong”).
struct MisconfiguredTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("[1]", to: "build.json")
  }

  private var file: String { folder.path("config.toml") }
  private var right: String { "resources.build.source = 'file:\(folder.path("build.json"))'\n" }
  private static let wrong = "[resources.build]\nsorce = 'demo'\n"

  /// Reads until a screen has no alert.
  private func awaitCorrection(_ daemon: DaemonProcess) throws {
    while true {
      let message = try daemon.receive()
      guard message.json["method"] as? String == "screenChanged",
        let params = message.json["params"] as? [String: Any],
        let changed = params["changed"] as? [String: Any]
      else { continue }
      if changed["alert"] is NSNull { return }
    }
  }

  /// Reads until the alert of a screen says this.
  private func awaitAlert(_ words: String, _ daemon: DaemonProcess) throws {
    while true {
      let params = try daemon.receive().json["params"] as? [String: Any]
      let alert = (params?["changed"] as? [String: Any])?["alert"] as? [String: Any]
      if (alert?["message"] as? String)?.contains(words) == true { return }
    }
  }

  @Test func `serve says what is wrong, and goes on once it is right`() throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(["--config", file])
    let line = "\(file): resources.build.sorce is unknown; did you mean resources.build.source?"
    let refused = try daemon.call("refresh", #"{"resource":"build"}"#)
    #expect(refused.kind == "sourceMisconfigured")
    #expect(refused.detail?["path"] as? String == file && refused.detail?["line"] as? Int == 2)
    #expect(refused.detail?["mistakes"] as? [String] == [line])
    _ = try daemon.call("openScreen")
    try folder.save(right, as: "config.toml")
    try awaitCorrection(daemon)
    let response = try daemon.call("refresh", #"{"resource":"build"}"#)
    #expect((response.json["result"] as? [String: Any])?["value"] as? [Int] == [1])
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
    #expect(try daemon.errors.rest() == "statusd: \(line)\nstatusd: the configuration is now correct\n")
  }

  /// How a file comes to be right.
  enum Save: CaseIterable {
    case write, rename, backup, remove
  }

  @Test(arguments: Save.allCases)
  func `however it is saved`(save: Save) throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(["--config", file])
    _ = try daemon.call("openScreen")
    switch save {
    case .write: try folder.write(right, to: "config.toml")
    case .rename: try folder.save(right, as: "config.toml")
    case .backup:
      try folder.rename("config.toml", to: "config.toml~")
      try folder.write(right, to: "config.toml")
    case .remove:
      try folder.remove("config.toml")
      try folder.write(right, to: "config.toml")
    }
    try awaitCorrection(daemon)
    #expect(try daemon.call("refresh", #"{"resource":"build"}"#).error == nil)
  }

  @Test func `a file that is named may come later, and its folder too`() throws {
    let daemon = try DaemonProcess(["--config", folder.path("later/config.toml")])
    #expect(try daemon.call("getState").detail?["path"] as? String == folder.path("later/config.toml"))
    _ = try daemon.call("openScreen")
    try FileManager.default.createDirectory(
      atPath: folder.path("later"), withIntermediateDirectories: false)
    try folder.write(right, to: "later/config.toml")
    try awaitCorrection(daemon)
    #expect(try daemon.call("refresh", #"{"resource":"build"}"#).error == nil)
  }

  @Test func `another mistake is another line and another alert`() throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(["--config", file])
    _ = try daemon.call("openScreen")
    try folder.save("[resources.build\n", as: "config.toml")
    try awaitAlert("line 1", daemon)
    #expect(try daemon.call("getState").detail?["line"] as? Int == 1)
    try folder.save("limits.batch = 0\n", as: "config.toml")
    try awaitAlert("limits.batch", daemon)
    daemon.closeInput()
    #expect(try daemon.wait() == 78)
    #expect(try daemon.errors.rest().split(separator: "\n").count == 3)
  }

  @Test func `a file that was corrected is followed as ever`() throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(["--config", file])
    _ = try daemon.call("openScreen")
    try folder.save(right, as: "config.toml")
    try awaitCorrection(daemon)
    try folder.save(right + "resources.build.autoPolling.enabled = true\n", as: "config.toml")
    try daemon.nextSnapshot { $0["value"] as? [Int] == [1] }
    try folder.save(Self.wrong, as: "config.toml")
    #expect(try daemon.errors.line().contains("sorce"))
    #expect(try daemon.errors.line().contains("now correct"))
    #expect(try daemon.errors.line().contains("what was read before stays"))
    #expect(try daemon.call("refresh", #"{"resource":"build"}"#).error == nil)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: ["end", "exit", "shutdown", "SIGTERM"])
  func `status 78 if it never was right`(end: String) throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(["--config", file])
    _ = try daemon.call("stats")
    switch end {
    case "end": daemon.closeInput()
    case "SIGTERM": daemon.signal(SIGTERM)
    default:
      if end == "shutdown" { #expect(try daemon.call("shutdown").error == nil) }
      try daemon.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    }
    #expect(try daemon.wait() == 78)
  }

  @Test(arguments: [
    ["serve", "--strict"], ["mcp", "--strict"], ["--config=FILE", "--clock=manual", "--state=command:date"],
  ])
  func `what is to end at once does`(words: [String]) throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(words.filter { $0 != "--config=FILE" } + ["--config", file])
    #expect(try daemon.wait() == 78)
    #expect(try daemon.errors.rest().hasPrefix("statusd: \(file): "))
  }

  @Test func `a terminal is told at once`() throws {
    try folder.write(Self.wrong, to: "config.toml")
    let terminal = try PseudoTerminal()
    let daemon = try DaemonProcess(["--config", file], input: .descriptor(terminal.terminal))
    #expect(try daemon.wait() == 78)
  }

  /// Calls a method of another protocol, whose messages are no transcript of this one's.
  private func ask(_ daemon: DaemonProcess, _ method: String, _ params: String) throws -> [String: Any]? {
    let message = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"# + "\n"
    try daemon.input.write(Array(message.utf8))
    let response = try JSONSerialization.jsonObject(with: Data(try daemon.output.line().utf8))
    return (response as? [String: Any])?["result"] as? [String: Any]
  }

  @Test func `an agent's tools say so, and work once it is right`() throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(["mcp", "--config", file])
    _ = try ask(daemon, "initialize", #"{"protocolVersion":"2025-11-25"}"#)
    let call = #"{"name":"refresh","arguments":{"resource":"build"}}"#
    #expect(try ask(daemon, "tools/call", call)?["isError"] as? Bool == true)
    try folder.save(right, as: "config.toml")
    // Until then each call fails at once, and nothing else tells an agent.
    while try ask(daemon, "tools/call", call)?["isError"] as? Bool == true {}
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a file that is named by a relative path is told by its whole one`() throws {
    try folder.write(Self.wrong, to: "config.toml")
    let daemon = try DaemonProcess(
      ["--config", "config.toml"],
      launcher: ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path])
    let failure = try daemon.call("getState").failure
    let options = failure?["recoveryOptions"] as? [[String: Any]] ?? []
    #expect(options.last?["path"] as? String == file)
    #expect((failure?["detail"] as? [String: Any])?["path"] as? String == file)
  }

  @Test func `openSettings leads to where a file would be read, if there is none`() throws {
    let daemon = try DaemonProcess(
      ["--state", "file:/proc/nonexistent"], environment: ["XDG_CONFIG_HOME": folder.path("none")])
    let options = try daemon.call("refresh").failure?["recoveryOptions"] as? [[String: Any]] ?? []
    let settings = options.first { $0["id"] as? String == "openSettings" }
    #expect(settings?["path"] as? String == folder.path("none/statusd/config.toml"))
  }
}
