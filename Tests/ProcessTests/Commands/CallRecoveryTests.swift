import Foundation
import TestSupport
import Testing

/// `statusd call --recover`, and what a failed call says of its options.
struct CallRecoveryTests {
  // MARK: Performing an option

  @Test(arguments: [
    ("first-fails", "tryAgain"), ("signed-out", "signIn"), ("out-of-space", "freeSpace"),
    ("out-of-space", "buyMoreSpace"),
  ])
  func `an option that the failure offers is performed, and the call repeated`(
    scenario: String, option: String
  ) throws {
    let words = ["call", "refresh", "--scenario", scenario, "--clock", "manual"]
    #expect(try Run(words).status != 0)
    let run = try Run(words + ["--recover", option])
    #expect(run.output.hasPrefix(#"{"resource":"state","#) && run.output.contains(#""status":"loaded""#))
    #expect(run.errors == "" && run.status == 0)
  }

  @Test func `a call that succeeds needs no option`() throws {
    #expect(try Run("call", "fetchMenu", "--recover", "tryAgain", "--pointer", "/revision").output == "2\n")
  }

  @Test func `a failure that does not offer the option is the outcome`() throws {
    let words = ["call", "refresh", "--scenario", "offline", "--clock", "manual"]
    let (plain, run) = (try Run(words), try Run(words + ["--recover", "signIn"]))
    #expect(run.errors == plain.errors && run.status == 69)
  }

  @Test func `an option that does not help ends with a fresh failure`() throws {
    let run = try Run(
      "call", "refresh", "--scenario", "always-fails", "--clock", "manual", "--recover", "tryAgain")
    #expect(run.errors.contains(#""previousFailureId":"f1""#) && run.output == "" && run.status == 75)
  }

  @Test func `a command of the user's own is run, and the call repeated`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      [resources.room]
      source = "file:\(folder.path("room.json"))"
      [resources.room.recoveryOptions.write]
      title = "Write It"
      command = '''sh -c "echo 21 > \(folder.path("room.json"))"'''
      """, to: "config.toml")
    let words = [
      "call", "refresh", "resource=room", "--config", folder.path("config.toml"), "--pointer", "/value",
    ]
    #expect(try Run(words).status == 66)
    let run = try Run(words + ["--recover", "custom:write"])
    #expect(run.output == "21\n" && run.errors == "" && run.status == 0)
  }

  @Test func `--timeout is for the call and its recovery together`() throws {
    // The server asks to wait 30 seconds.
    let run = try Run(
      "call", "refresh", "--scenario", "rate-limited", "--clock", "manual", "--recover", "tryLater",
      "--timeout", "20")
    #expect(run.errors.contains("refresh did not finish within 20.0 seconds") && run.status == 75)
  }

  @Test(arguments: [
    ("tryagain", "did you mean tryAgain?"), ("keepTrying", "--recover must be one of"),
    ("openSettings", "--recover must be one of"), ("custom:none", "needs an option of the configuration"),
  ])
  func `an option that no call can perform ends with status 64`(option: String, sentence: String) throws {
    let run = try Run("call", "refresh", "--recover", option)
    #expect(run.output == "" && run.errors.contains(sentence) && run.status == 64)
  }

  // MARK: What a failure says

  /// What a terminal shows of a call that fails, through the last of its words.
  private func screen(_ words: [String], through end: String) throws -> String {
    let terminal = try PseudoTerminal()
    let process = try DaemonProcess(
      ["call"] + words, environment: ["NO_COLOR": "1"], output: .descriptor(terminal.terminal),
      launcher: ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#])
    let screen = try terminal.read(through: end)
    #expect(try process.wait() != 0)
    return screen
  }

  @Test func `on a terminal an option is a command to paste`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"resources":{"state":{"steps":[{"then":"unauthorized","recoveryOptions":[
        {"id":"custom:login","title":"Log In"},{"id":"custom:page","title":"Open Page","performedBy":"client"}]},
        {"then":"ok"}]}}}
      """#, to: "it's.json")
    let words = ["refresh", "timeout=5", "--scenario", folder.path("it's.json")]
    let end = "--recover custom:login"
    let screen = try screen(words + ["--recover", "tryLater"], through: end)
    let command = screen.split(separator: "\r\n").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    let path = folder.path(#"it'\''s.json"#)
    #expect(command == "\(DaemonProcess.binary) call refresh timeout=5 --scenario '\(path)' \(end)")
    #expect(!screen.contains("Open Page"))
    // A shell takes it as it stands.
    #expect(try Shell.output("sh", ["-c", command]).contains(#""status":"loaded""#))
  }

  @Test func `what the client would perform is a sentence`() throws {
    let screen = try screen(
      ["refresh", "--state", "file:/proc/nonexistent"], through: "config.toml.")
    // Where a file would be read, though there is none.
    let file = "/proc/nonexistent/statusd/config.toml"
    #expect(screen.hasSuffix("\r\nThe key is resources.state.source in \(file)."))
    let help = try self.screen(["refresh", "resource=none"], through: "--format text")
    #expect(
      help.contains("To read more: \(DaemonProcess.binary) call getHelp anchor=invalidparams --format text"))
  }

  @Test func `text that is no terminal's does not repeat the command line`() throws {
    let run = try Run(
      "call", "refresh", "--state", "https://user:s3cret@127.0.0.1:1/x?token=s3cret", "--format", "text")
    #expect(run.errors.contains("Keep Trying: add --wait to the command") && !run.errors.contains("s3cret"))
  }

  @Test func `help as text is the section as it is written`() throws {
    let run = try Run("call", "getHelp", "anchor=timeout", "--format", "text")
    #expect(run.output.hasPrefix("### timeout\n\n") && !run.output.hasSuffix("\n\n"))
  }
}
