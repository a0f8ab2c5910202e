import Foundation
import TestSupport
import Testing

/// What the command line takes and how it ends (docs/protocol.md section 9).
struct CommandLineTests {
  /// Runs to the end: output, errors, status.
  private func run(_ arguments: String...) throws -> (output: String, errors: String, status: Int32) {
    let process = try DaemonProcess(arguments)
    process.closeInput()
    let output = try process.output.rest()
    let errors = try process.errors.rest()
    return (output, errors, try process.wait())
  }

  @Test func `call prints the result on one line`() throws {
    let (output, errors, status) = try run("call", "fetchMenu")
    let lines = output.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(output.hasPrefix(#"{"resource":"menu","revision":2,"status":"loaded""#))
    #expect(errors == "")
    #expect(status == 0)
  }

  @Test func `call takes params and sources`() throws {
    let (output, _, status) = try run("call", "--menu", "demo", "getState", #"{"resource":"menu"}"#)
    #expect(output.hasPrefix(#"{"resource":"menu","revision":0"#))
    #expect(status == 0)
  }

  @Test func `call prints an error as JSON on standard error, with status 1`() throws {
    let (output, errors, status) = try run("call", "refresh", #"{"resource":"stat"}"#)
    let error = try JSONSerialization.jsonObject(with: Data(errors.utf8)) as? [String: Any]
    #expect(output == "")
    #expect(error?["code"] as? Int == -32602)
    #expect(status == 1)
  }

  @Test(arguments: [
    (["call", "refresh", "nonsense"], "PARAMS must be JSON"),
    (["call", "refresh", "3"], "PARAMS must be a JSON object or array"),
    (["--state", "gopher://example.org"], "a source must be"),
    (["--log-level", "loud"], "--log-level must be one of"),
    (["--drain-timeout", "-1"], "--drain-timeout"),
    (["--framing", "carrier-pigeon"], "--framing"),
    (["--no-such-option"], "--no-such-option"),
    (["--hlep"], "did you mean --help?"),
    (["cal"], "did you mean call?"),
    (["call"], "call needs the name of a method"),
    (["--seed"], "--seed needs a value"),
    (["--seed="], "--seed needs a value"),
    (["--stdio=1"], "--stdio takes no value"),
    (["--clock", "manul"], "did you mean manual?"),
  ])
  func `unusable arguments end with status 64 and a sentence`(
    arguments: [String], sentence: String
  ) throws {
    let process = try DaemonProcess(arguments)
    process.closeInput()
    #expect(try process.output.rest() == "")
    #expect(try process.errors.rest().contains(sentence))
    #expect(try process.wait() == 64)
  }

  @Test func `credentials of a source never reach an error message`() throws {
    let (_, errors, _) = try run("--state", "gopher://user:s3cret@example.org/?token=t0ken")
    #expect(!errors.contains("s3cret"))
    #expect(!errors.contains("t0ken"))
  }

  @Test func `no message about arguments is long or acts on a terminal`() throws {
    let long = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 100_000)
    for arguments in [
      [long], ["--\(long)"], ["--scenario", long], ["--seed", long], ["--state", long],
      ["call", "refresh", long],
      ["--log-level", long], ["--resource", long], ["--resource", "\(long)=demo"], ["--location", long],
      ["--clock", long], ["--config", "\(long)"],
    ] {
      let process = try DaemonProcess(arguments)
      process.closeInput()
      let errors = try process.errors.rest()
      #expect(errors.utf8.count < 4_096 && !errors.contains("\u{1B}") && !errors.contains("\u{202E}"))
      #expect([64, 78].contains(try process.wait()))
    }
  }

  @Test func `more arguments than anybody types are refused at once`() throws {
    let process = try DaemonProcess((0..<5_000).flatMap { ["--resource", "r\($0)=demo"] })
    #expect(try process.errors.rest().contains("more than 1000 arguments"))
    #expect(try process.wait() == 64)
  }

  @Test(arguments: [#"{"a":1,"a":2}"#, #"{"resource":1e400}"#, #"{"timeout":1e400}"#, #"{"\u0000":1}"#])
  func `call and serve agree over params that cannot be held`(params: String) throws {
    let (_, errors, status) = try run("call", "refresh", params)
    let called = try JSONSerialization.jsonObject(with: Data(errors.utf8)) as? [String: Any]
    let served = try DaemonProcess().call("refresh", params)
    #expect(called?["code"] as? Int == served.error?["code"] as? Int)
    #expect(called?["message"] as? String == served.error?["message"] as? String)
    // The times differ.
    let data = called?["data"] as? [String: Any]
    for name in ["kind", "detail", "reason", "path"] {
      #expect((data?[name] as? NSObject) == (served.failure?[name] as? NSObject))
    }
    #expect(status == 1)
  }

  @Test(arguments: ["--version", "-V", "version"])
  func `the version is there`(argument: String) throws {
    #expect(try run(argument).output.hasPrefix("statusd 0."))
  }

  @Test func `help is there`() throws {
    #expect(try run("--help").output.contains("SUBCOMMANDS"))
  }

  @Test func `an editor's --stdio is accepted`() throws {
    let (output, _, status) = try run("--stdio")
    #expect(output == "" && status == 0)
  }
}
