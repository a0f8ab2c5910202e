import Foundation
import Glibc
import TestSupport
import Testing

/// Recovery options of the user's own whose commands the built binary runs.
struct CustomOptionTests {
  private static let menu = #"[{"name":"Tea","category":"drinks","spicy":false,"price":2}]"#

  /// A daemon whose menu is a file that is not there, with one option, and the failure of its fetch.
  private func failed(
    _ command: String, _ more: String = "", _ options: [String] = [],
    path: String = "/proc/nonexistent/menu.json",
    environment: [String: String] = [:],
    test: String = #function
  ) throws -> (daemon: DaemonProcess, failure: Message) {
    let file = try TemporaryFile(
      """
      minimumRequestTime = 0
      [resources.menu]
      source = "file:\(path)"
      [resources.menu.recoveryOptions.mend]
      title = "Mend It"
      command = \(quoted(command))
      \(more)
      """, named: ".toml")
    let daemon = try DaemonProcess(["--config", file.path] + options, environment: environment, test: test)
    let failure = try daemon.call("fetchMenu")
    #expect(failure.kind == "fileNotFound" && failure.optionIDs.contains("custom:mend"))
    withExtendedLifetime(file) {}
    return (daemon, failure)
  }

  /// As a string of TOML.
  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static let choice = #"{"optionId":"custom:mend"}"#

  @Test func `a command mends what failed, and the operation is repeated`() throws {
    let there = try TemporaryFile(Self.menu)
    let link = there.path + ".link"
    defer { unlink(link) }
    let (daemon, _) = try failed("ln -s '\(there.path)' '\(link)'", path: link)
    let response = try daemon.call("retry", Self.choice)
    #expect(response.result?["recovered"] as? Bool == true, "\(response.text)")
    #expect((response.result?["result"] as? [String: Any])?["status"] as? String == "loaded")
  }

  @Test func `a command that fails says how, and none of its arguments`() throws {
    let (daemon, failure) = try failed("sh -c 'echo no $1 >&2; exit 3' sh s3cret")
    let response = try daemon.call("retry", Self.choice)
    #expect(response.kind == "commandFailed" && response.detail?["exitStatus"] as? Int == 3)
    #expect(response.detail?["stderr"] as? String == "no ***")
    #expect(response.failure?["previousFailureId"] as? String == failure.failure?["failureId"] as? String)
    #expect(response.failure?["operation"] as? String == "fetchMenu")
    #expect(!response.text.contains("s3cret") && response.optionIDs.contains("custom:mend"))
  }

  @Test func `a command that takes too long is ended`() throws {
    let (daemon, _) = try failed("sleep 600", "timeout = 0.1")
    let response = try daemon.call("retry", Self.choice)
    #expect(response.kind == "commandFailed" && response.detail?["reason"] as? String == "timeout")
  }

  @Test func `a command that is missing leads to its key`() throws {
    let (daemon, _) = try failed("/proc/nonexistent/program")
    let response = try daemon.call("retry", Self.choice)
    #expect(response.detail?["reason"] as? String == "notFound")
    let options = response.failure?["recoveryOptions"] as? [[String: Any]]
    let settings = options?.first { $0["id"] as? String == "openSettings" }
    #expect(settings?["key"] as? String == "resources.menu.recoveryOptions.mend.command")
  }

  @Test func `a command knows the failure, and not what headers name`() throws {
    let names =
      "STATUSD_FAILURE_KIND STATUSD_RESOURCE STATUSD_FAILURE_ID STATUSD_TEST_PLAIN STATUSD_TEST_TOKEN"
    let script = "for n in \(names); do eval \"printf '%s,' \\\"\\${$n-unset}\\\"\"; done >&2; exit 1"
    let (daemon, failure) = try failed(
      "sh -c '\(script.replacing("'", with: "'\\''"))'",
      "[resources.state]\nheaders = { X = \"a ${STATUSD_TEST_TOKEN}\" }",
      environment: ["STATUSD_TEST_PLAIN": "plain", "STATUSD_TEST_TOKEN": "hush5up"])
    let id = failure.failure?["failureId"] as? String ?? ""
    let response = try daemon.call("retry", Self.choice)
    #expect(response.detail?["stderr"] as? String == "fileNotFound,menu,\(id),plain,unset,")
  }

  /// What may happen while a command runs.
  enum End: CaseIterable {
    case cancelOption, cancelRequest, signal, drain
  }

  @Test(arguments: End.allCases)
  func `a command is ended with all that it has started`(end: End) throws {
    let fifo = try Fifo()
    // Both hold the pipe as long as they run; the second does not end when it is asked to.
    let script = try TemporaryFile(
      """
      exec >\(fifo.path)
      sh -c 'trap "" TERM; echo second; exec sleep 600' &
      echo first
      wait
      """)
    let (daemon, _) = try failed("sh \(script.path)", "", ["--drain-timeout", "0.1"])
    try daemon.send(Fixtures.request("retry", id: 77, Self.choice))
    #expect(try Set([fifo.line(), fifo.line()]) == ["first", "second"])
    switch end {
    case .cancelOption: try daemon.send(Fixtures.request("retry", id: 78, #"{"optionId":"cancel"}"#))
    case .cancelRequest:
      try daemon.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}"#)
    case .signal: daemon.signal(SIGTERM)
    case .drain: daemon.closeInput()
    }
    #expect(try fifo.line() == nil)
    let kinds: [String]
    switch end {
    case .cancelOption, .cancelRequest:
      var response = try daemon.receive()
      while response.json["id"] as? Int != 77 { response = try daemon.receive() }
      kinds = [response.kind ?? ""]
    case .signal, .drain: kinds = try daemon.rest().compactMap(\.kind)
    }
    let isCancelled = end == .cancelOption || end == .cancelRequest
    #expect(kinds == [isCancelled ? "requestCancelled" : "shuttingDown"])
  }
}
