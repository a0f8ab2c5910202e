import Foundation
import TestSupport
import Testing

/// The configuration as a process finds it, and how it ends when it is wrong (docs/protocol.md section 9).
struct ConfigurationTests {
  /// Runs to the end: output, errors, status.
  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> (output: String, errors: String, status: Int32) {
    let process = try DaemonProcess(arguments, environment: environment)
    process.closeInput()
    let output = try process.output.rest()
    let errors = try process.errors.rest()
    return (output, errors, try process.wait())
  }

  @Test(arguments: ["serve", "call"])
  func `a wrong configuration is status 78 at the end and one line`(command: String) throws {
    let file = try TemporaryFile("[resources.state]\ntimeot = 5\n", named: ".toml")
    let method = command == "call" ? ["getState"] : []
    let (output, errors, status) = try run([command, "--config", file.path] + method)
    #expect(output == "")
    #expect(
      errors
        == "statusd: \(file.path): resources.state.timeot is unknown; did you mean resources.state.timeout?\n"
    )
    #expect(status == 78)
  }

  @Test(arguments: ["serve", "call"])
  func `every mistake of the configuration has a line`(command: String) throws {
    let file = try TemporaryFile("limits = { batch = 0, dept = 8 }\n", named: ".toml")
    let method = command == "call" ? ["getState"] : []
    let (output, errors, status) = try run(
      [command, "--config", file.path] + method, ["STATUSD_LIMITS_IN_FLIGHT": "many"])
    let lines = errors.split(separator: "\n")
    #expect(output == "" && status == 78)
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("statusd: ") })
    #expect(lines[0].hasSuffix("limits.batch must be a whole number between 1 and 10000, got 0"))
    #expect(lines[1].hasSuffix("limits.dept is unknown; did you mean limits.depth?"))
    #expect(lines[2].contains("STATUSD_LIMITS_IN_FLIGHT: limits.inFlight"))
  }

  @Test func `a named file that cannot be used is an error that says why`() throws {
    let folder = try TemporaryFolder()
    let circle = folder.path("circle.toml")
    try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: circle)
    let long = try TemporaryFile(String(repeating: "#\n", count: 600_000), named: ".toml")
    for (path, sentence) in [
      ("/proc/nonexistent/a.toml", "there is no such file"), ("/", "is no regular file"),
      (long.path, "is longer than 1048576 bytes"),
      (circle, "cannot be read. The system says: Too many levels of symbolic links."),
    ] {
      let (_, errors, status) = try run(["--config", path])
      #expect(errors == "statusd: \(path): \(sentence)\n")
      #expect(status == 78)
    }
  }

  @Test func `a wrong variable ends the start, and one that is none is warned of`() throws {
    let wrong = try run([], ["STATUSD_LIMITS_IN_FLIGHT": "many"])
    #expect(
      wrong.errors
        == "statusd: STATUSD_LIMITS_IN_FLIGHT: limits.inFlight must be a whole number between 1 and 65536\n")
    #expect(wrong.status == 78)
    let unknown = try run([], ["STATUSD_LIMITS_IN_FLIHGT": "1"])
    #expect(unknown.errors.contains("did you mean STATUSD_LIMITS_IN_FLIGHT?"))
    #expect(unknown.status == 0)
  }

  @Test func `the file of the user's folder is read, TOML or JSON, and both are an error`() throws {
    let folders = try UserFolders()
    #expect(try folders.names(run) == ["state", "menu"])
    try folders.write("xdg/statusd/config.toml", "resources.a.source = 'demo'")
    #expect(try folders.names(run) == ["state", "menu", "a"])
    try folders.write("home/.config/statusd/config.json", #"{"resources": {"b": {"source": "demo"}}}"#)
    #expect(try folders.names(run) == ["state", "menu", "a"])
    #expect(try folders.names(run, xdg: "") == ["state", "menu", "b"])
    #expect(try folders.names(run, xdg: "relative") == ["state", "menu", "b"])
    try folders.write("xdg/statusd/config.json", "{}")
    let (_, errors, status) = try run(["call", "listResources"], folders.environment())
    #expect(errors.contains("stands beside config.json") && errors.contains("--config"))
    #expect(status == 78)
    let named = ["call", "--config", "\(folders.root)/xdg/statusd/config.json", "listResources"]
    #expect(try run(named, folders.environment()).status == 0)
  }

  @Test func `a file of the user's folder that cannot be looked at is an error and not absent`() throws {
    let folders = try UserFolders()
    // Nothing that permissions could do to root: a link in a circle.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folders.root)/xdg", withDestinationPath: "\(folders.root)/xdg")
    for command in [["serve"], ["call", "listResources"]] {
      let (output, errors, status) = try run(command, folders.environment())
      #expect(output == "")
      #expect(
        errors.hasPrefix("statusd: \(folders.root)/xdg/statusd/config.toml: cannot be read: ")
          && errors.split(separator: "\n").count == 1)
      #expect(status == 78)
    }
  }

  @Test func `a file where a folder should be is no configuration`() throws {
    let folders = try UserFolders()
    try folders.write("xdg", "")
    #expect(try folders.names(run) == ["state", "menu"])
  }

  @Test func `--resource adds resources, and --seed fixes what a demo says`() throws {
    let arguments = ["call", "--resource", "builds=demo", "--resource", "tests=demo"]
    let (output, errors, status) = try run(arguments + ["listResources"])
    #expect(errors == "" && status == 0)
    #expect(output.contains(#""resource":"builds""#) && output.contains(#""resource":"tests""#))
    /// What does not move.
    func destinations(_ seed: String) throws -> NSArray {
      let output = try run(["call", "--seed", seed, "refresh"]).output
      let snapshot = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let value = try #require(snapshot?["value"] as? [String: Any])
      return try #require(value["packages"] as? [[String: Any]]).compactMap { $0["destination"] } as NSArray
    }
    #expect(try destinations("1") == destinations("1"))
    #expect(try destinations("1") != destinations("2"))
  }

  @Test(arguments: [
    (["--resource", "builds"], "--resource must be NAME=SOURCE"),
    (["--resource", "location=demo"], "the name before the equals sign must be"),
    (["--resource", "b=gopher:"], "--resource b: a source must be"),
    (["--state", "demo", "--resource", "state=demo"], "the source of state is given twice"),
    (["--seed", "-1"], "--seed"),
    (["--config", ""], "--config must name a file"),
    (["--log-format", "xml"], "--log-format"),
  ])
  func `unusable options end with status 64`(arguments: [String], sentence: String) throws {
    let (output, errors, status) = try run(arguments)
    #expect(output == "" && errors.contains(sentence))
    #expect(status == 64)
  }

  @Test func `every option that cannot be used has a line`() throws {
    let (output, errors, status) = try run([
      "--state", "gopher:", "--resource", "b", "--seed", "x", "--clock", "sundial", "--location", "here",
    ])
    #expect(output == "" && status == 64)
    let lines = errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
    #expect(
      lines.map { $0.split(separator: " ")[1].prefix { $0 != ":" } } == [
        "--state", "--resource", "--location", "--seed", "--clock",
      ])
  }

  @Test func `limits of the file hold`() throws {
    let file = try TemporaryFile("limits = { messageBytes = 1024, batch = 1 }", named: ".toml")
    let daemon = try DaemonProcess(["--config", file.path])
    try daemon.send("[\(Fixtures.request("getState")),\(Fixtures.request("getState", id: 2))]")
    #expect(try daemon.receive().detail?["reason"] as? String == "batchTooLarge")
    try daemon.send(String(repeating: " ", count: 1_025) + Fixtures.request("getState"))
    #expect(try daemon.receive().detail?["limit"] as? Int == 1_024)
  }

  @Test func `the log can be JSON, a line for each event`() throws {
    let (_, errors, _) = try run(["--log-format", "json", "--log-level", "debug"])
    for line in errors.split(separator: "\n") {
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(Set(try #require(event).keys) == ["time", "level", "message", "metadata"])
    }
    #expect(errors.contains(#""message":"configuration""#))
  }
}

/// Folders in which a configuration is looked for.
private final class UserFolders {
  let root = FileManager.default.temporaryDirectory.appending(path: "statusd-\(UUID())").path

  init() throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func write(_ path: String, _ text: String) throws {
    let url = URL(filePath: "\(root)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func environment(xdg: String? = nil) -> [String: String] {
    ["XDG_CONFIG_HOME": xdg ?? "\(root)/xdg", "HOME": "\(root)/home"]
  }

  /// The resources of a daemon that looks there.
  func names(
    _ run: ([String], [String: String]) throws -> (output: String, errors: String, status: Int32),
    xdg: String? = nil
  ) throws -> [String] {
    let output = try run(["call", "listResources"], environment(xdg: xdg)).output
    return output.matches(of: /"resource":"([^"]*)"/).map { String($0.1) }
  }
}
