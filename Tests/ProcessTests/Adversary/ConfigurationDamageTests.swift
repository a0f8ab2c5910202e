import Foundation
import TestSupport
import Testing

/// A sample of `SettingsTests/DamageTests` on the built binary, and the command line, which only it has.
struct ConfigurationDamageTests {
  private static let mark = "qzx7"
  private static let secret = "qzx7qzx7qzx7"
  private static let source = "https://me:\(secret)@host.invalid/fleet?token=\(secret)"

  private func expectNoSecret(
    _ arguments: [String], _ environment: [String: String] = [:], of text: String
  ) throws {
    let process = try DaemonProcess(arguments, environment: environment)
    process.closeInput()
    let shown = try process.output.rest() + process.errors.rest()
    let status = try process.wait()
    // A call of a method whose name was damaged ends with 1, a crash with none of these.
    #expect([0, 1, 64, 78].contains(status), "\(text)")
    if shown.contains(Self.mark) { Issue.record("“\(shown)” is shown of:\n\(text)") }
  }

  /// Every so many of the damaged texts.
  private func sample(_ text: String, every step: Int) -> [String] {
    Damage(of: text).enumerated().filter { $0.offset % step == 0 }.map(\.element)
      // No argument and no variable can hold it.
      .filter { !$0.utf8.contains(0) }
  }

  @Test(arguments: [
    ["--state", source], ["--state=\(source)"], ["call", "--menu", source, "listResources"],
    ["--resource", "a=command:/bin/fetch '\(secret)'"], ["--location", "gpsd://me:\(secret)@host.invalid"],
    ["--seed", secret], ["--drain-timeout", secret], ["--log-level", secret], ["--clock", secret],
    ["--framing", secret], ["--log-format", secret], ["--clientProcessId", secret],
    ["call", "listResources", secret],
    ["--state", "command:curl", "-u", "me:\(secret)"], ["-u\(secret)"], ["--stdio=\(secret)"],
  ])
  func `no damage to the command line shows a secret`(arguments: [String]) throws {
    try expectNoSecret(arguments, of: "\(arguments)")
    for (index, argument) in arguments.enumerated() {
      for text in sample(argument, every: 47) {
        var damaged = arguments
        damaged[index] = text
        try expectNoSecret(damaged, of: "\(damaged)")
      }
    }
  }

  @Test func `no damage to a file or a variable shows a secret`() throws {
    let toml =
      "[resources.menu]\nsource = \"command:/bin/fetch --token=\(Self.secret)\"\n[resources.state]\nsource = \"\(Self.source)\"\nheaders = { X = \"\(Self.secret)\" }"
    for text in sample(toml, every: 61) {
      let file = try TemporaryFile(text, named: ".toml")
      try expectNoSecret(["--config", file.path, "--log-level", "trace"], of: text)
    }
    for text in sample("STATUSD_RESOURCES_MENU_SOURCE=\(Self.source)", every: 61) {
      guard let equals = text.firstIndex(of: "=") else { continue }
      let variable = [String(text[..<equals]): String(text[text.index(after: equals)...])]
      try expectNoSecret(["--log-level", "trace"], variable, of: text)
    }
  }

  @Test(arguments: ["Command:", " command:", "command ", "comand:", "gopher://"])
  func `signIn shows no secret of a file that was damaged meanwhile`(scheme: String) throws {
    let file = try TemporaryFile("", named: ".toml")
    func write(_ scheme: String) throws {
      let text = """
        minimumRequestTime = 0
        [resources.menu]
        source = "\(scheme)/bin/fetch --user me:\(Self.secret)"
        """
      try Data(text.utf8).write(to: URL(filePath: file.path))
    }
    try write("command:")
    let scenario = try TemporaryFile("resources.menu.steps = [{then = 'unauthorized'}]", named: ".toml")
    let daemon = try DaemonProcess(
      ["--config", file.path, "--scenario", scenario.path, "--log-level", "trace"])
    let refused = try daemon.call("fetchMenu")
    let failure = try #require(refused.failure?["failureId"] as? String)
    try write(scheme)
    let answer = try daemon.call("retry", #"{"failureId":"\#(failure)","optionId":"signIn"}"#)
    #expect(answer.kind == "sourceMisconfigured")
    #expect(!answer.text.contains(Self.mark), "\(answer.text)")
    daemon.closeInput()
    #expect(try !daemon.errors.rest().contains(Self.mark))
  }
}
