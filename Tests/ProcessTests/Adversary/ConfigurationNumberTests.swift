import Foundation
import TestSupport
import Testing

/// Numbers that are none, wherever a configuration may hold one.
struct ConfigurationNumberTests {
  /// Runs to the end: errors and status.
  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> (errors: String, status: Int32) {
    let process = try DaemonProcess(arguments, environment: environment)
    process.closeInput()
    _ = try process.output.rest()
    return (try process.errors.rest(), try process.wait())
  }

  @Test(arguments: ["inf", "-inf", "nan", "[1, {a = +nan}]"])
  func `a scenario's value that JSON has no form for ends the start`(value: String) throws {
    let file = try TemporaryFile("resources.menu.steps = [{then = 'ok', value = \(value)}]", named: ".toml")
    let (errors, status) = try run(["--scenario", file.path])
    #expect(errors.hasPrefix("statusd: \(file.path): resources.menu.steps[0].value"))
    #expect(errors.contains("JSON has no such number"))
    #expect(status == 78)
  }

  @Test(arguments: [".toml", ".json"])
  func `signIn refuses a scenario that has become one without numbers`(ending: String) throws {
    let file = try TemporaryFile("", named: ending)
    func write(_ value: String) throws {
      let text =
        ending == ".toml"
        ? "resources.menu.steps = [{then = 'unauthorized'}, {then = 'ok', value = \(value)}]"
        : #"{"resources":{"menu":{"steps":[{"then":"unauthorized"},{"then":"ok","value":\#(value)}]}}}"#
      try Data(text.utf8).write(to: URL(filePath: file.path))
    }
    try write("1")
    let daemon = try DaemonProcess(["--scenario", file.path])
    let refused = try daemon.call("fetchMenu")
    let failure = try #require(refused.failure?["failureId"] as? String)
    try write(ending == ".toml" ? "inf" : "1e400")
    let answer = try daemon.call("retry", #"{"failureId":"\#(failure)","optionId":"signIn"}"#)
    #expect(answer.kind == "sourceMisconfigured")
    #expect(try daemon.call("getState").error == nil)
  }

  @Test(arguments: [
    ("STATUSD_MINIMUM_REQUEST_TIME", "nan"), ("STATUSD_RESOURCES_STATE_TIMEOUT", "inf"),
    ("STATUSD_LIMITS_OUTPUT_STALL", "1e400"), ("STATUSD_RESOURCES_MENU_RETRY_CAP", "-inf"),
    ("STATUSD_LIMITS_BATCH", "1e400"),
  ])
  func `a variable that is no number ends the start`(name: String, value: String) throws {
    let (errors, status) = try run([], [name: value])
    #expect(errors.hasPrefix("statusd: \(name): ") && status == 78)
  }

  @Test(arguments: ["nan", "inf", "-inf", "1e400", "-1e-400x", "3600.1"])
  func `--drain-timeout that is no number ends the start`(value: String) throws {
    let (errors, status) = try run(["--drain-timeout=\(value)"])
    #expect(errors.contains("--drain-timeout must be between 0 and 3600 seconds") && status == 64)
  }
}
