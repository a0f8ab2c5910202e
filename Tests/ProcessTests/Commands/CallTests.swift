import Foundation
import TestSupport
import Testing

/// `statusd call` as scripts use it (docs/command-line.md).
struct CallTests {
  private static let temperature = #"{"celsius":21.50,"name":"kitchen","tags":["a","b"]}"#

  /// Calls `refresh` of a file with a temperature.
  private func refresh(_ words: String...) throws -> Run {
    let file = try TemporaryFile(Self.temperature)
    return try Run(["call", "refresh", "resource=temp", "--resource", "temp=file:\(file.path)"] + words)
  }

  // MARK: What is printed

  @Test func `a pointer prints a part of the result as it was written`() throws {
    let run = try refresh("--pointer", "/value/celsius")
    #expect(run.output == "21.50\n" && run.errors == "" && run.status == 0)
  }

  @Test func `a raw string has no quotes`() throws {
    #expect(try refresh("--pointer", "/value/name").output == "\"kitchen\"\n")
    #expect(try refresh("--pointer", "/value/name", "--raw").output == "kitchen\n")
    #expect(try refresh("--pointer", "/value/tags", "--raw").output == #"["a","b"]"# + "\n")
  }

  @Test(arguments: [
    ("/value/celsuis", "did you mean /value/celsius?"), ("/value/tags/2", "/value/tags is an array of 2"),
    ("/value/name/x", "/value/name has no members"),
  ])
  func `a pointer to nothing ends with status 1 and the nearest member`(pointer: String, words: String) throws
  {
    let run = try refresh("--pointer", pointer)
    #expect(run.output == "" && run.errors.contains(words) && run.status == 1)
  }

  /// A mark behind a letter makes another letter of it, and one behind a delimiter would hide that.
  @Test(arguments: [
    ("/a~1\u{301}b", "1\n"), ("/~0\u{301}", "2\n"), ("/\u{301}", "3\n"), ("/\u{E9}", "4\n"),
    ("/e\u{301}", "5\n"),
  ])
  func `a pointer is followed by its bytes`(pointer: String, output: String) throws {
    let names = ["a/\u{301}b", "~\u{301}", "\u{301}", "\u{E9}", "e\u{301}"]
    let members = names.enumerated().map { "\"\($0.element)\":\($0.offset + 1)" }
    let file = try TemporaryFile("{\(members.joined(separator: ","))}")
    let pointed = ["--resource", "n=file:\(file.path)", "--pointer"]
    #expect(try Run(["call", "refresh", "resource=n"] + pointed + ["/value" + pointer]).output == output)
    // The whole name begins with a mark.
    #expect(try Run(["call", "refresh", "resource=n"] + pointed + ["/\u{301}"]).status == 1)
  }

  @Test func `text is for people`() throws {
    let menu = try TemporaryFile(
      #"[{"name":"Coke","category":"drinks","spicy":false,"price":3},{"name":"Chilli Penne","category":"pastas","#
        + #""spicy":true,"price":10.5}]"#)
    let run = try Run("call", "fetchMenu", "--menu", "file:\(menu.path)", "--format", "text")
    #expect(run.output == "pastas\n  Chilli Penne  10.50  spicy\ndrinks\n  Coke  3.00\n")
    let fleet = try Run("call", "refresh", "--format", "text", "--seed", "1")
    #expect(fleet.output.hasPrefix("central  53.55, 9.99\n\ncouriers  package"))
    #expect(try refresh("--format", "text").output.hasPrefix("{\n  \"celsius\": 21.50,"))
    let instance = try Run(
      "call", "refresh", "resource=menu", #"arguments={"path":"\#(menu.path)"}"#, "--format", "text",
      "--menu", "command:cat {path}")
    #expect(instance.output == run.output)
  }

  @Test func `a failure as text says what can be done`() throws {
    let run = try Run("call", "refresh", "--state", "file:/proc/nonexistent/fleet.json", "--format", "text")
    #expect(run.errors.hasPrefix("statusd: The file does not exist. "))
    #expect(run.errors.contains("The source is file:/proc/nonexistent/fleet.json."))
    #expect(
      run.errors.contains("The key is resources.state.source in /proc/nonexistent/statusd/config.toml."))
    #expect(run.status == 66)
  }

  @Test(arguments: ["", "1"])
  func `a terminal gets indented JSON, and colours unless they are unwanted`(noColor: String) throws {
    let environment = ["NO_COLOR": noColor]
    let terminal = try PseudoTerminal()
    let process = try DaemonProcess(
      ["call", "fetchMenu", "--menu", "demo", "--pointer", "/autoPolling"], environment: environment,
      output: .descriptor(terminal.terminal))
    let screen = try terminal.read(through: "}")
    #expect(screen.contains("\u{1B}[1;34m\"enabled\"\u{1B}[0m: \u{1B}[36mfalse\u{1B}[0m,") == noColor.isEmpty)
    #expect(screen.replacing(/\u{1B}\[[0-9;]*m/, with: "").hasPrefix("{\r\n  \"enabled\": false,\r\n"))
    #expect(try process.wait() == 0)
    let text = try DaemonProcess(
      ["call", "fetchMenu", "--format", "text"], environment: environment,
      output: .descriptor(terminal.terminal))
    #expect(try terminal.read(through: "Tart").contains("\u{1B}[1m") == noColor.isEmpty)
    #expect(try text.wait() == 0)
  }

  @Test(arguments: [[], ["--format", "json"]])
  func `on a terminal a failure is sentences, unless it is asked for as JSON`(words: [String]) throws {
    let terminal = try PseudoTerminal()
    let process = try DaemonProcess(
      ["call", "refresh", "--state", "file:/proc/nonexistent"] + words, environment: ["NO_COLOR": "1"],
      output: .descriptor(terminal.terminal), launcher: ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#])
    let screen = try terminal.read(through: words.isEmpty ? "resources.state.source" : "occurredAt")
    #expect(screen.hasPrefix(words.isEmpty ? "statusd: The file does not exist. " : "{\r\n  \"code\": 1600,"))
    #expect(try process.wait() == 66)
  }

  // MARK: Params

  @Test(arguments: [
    (["resource=menu"], ""), (["-"], #"{"resource":"menu"}"#), ([#"["menu"]"#], ""),
    (["resource=menu", "timeout=5"], ""),
  ])
  func `params are JSON, words, or on standard input`(words: [String], input: String) throws {
    let run = try Run(["call", "refresh"] + words + ["--pointer", "/resource"], input: input)
    #expect(run.output == "\"menu\"\n" && run.status == 0)
  }

  @Test func `a word is what the method's signature says`() throws {
    let file = try TemporaryFile("true")
    let run = try Run(
      "call", "getState", "resource=7", "--resource", "7x=file:\(file.path)", "--pointer", "/value")
    #expect(run.errors.contains(#"There is no resource \"7\""#))
    #expect(try Run("call", "refresh", "timeout=soon").errors.contains("params.timeout must be a number"))
    let unknown = try Run("call", "refresh", "resourc=menu")
    #expect(unknown.errors.contains("did you mean resource?") && unknown.status == 1)
  }

  @Test(arguments: [["a=1", "a=2"], ["a=1", "{}"], ["=1", "b=2"]])
  func `words that are no params end with status 64`(words: [String]) throws {
    let run = try Run(["call", "refresh"] + words)
    #expect(run.output == "" && run.errors.contains("PARAMS") && run.status == 64)
  }

  @Test func `standard input that is no JSON ends with status 64`() throws {
    #expect(
      try Run(["call", "refresh", "-"], input: "{").errors.contains("the text on standard input must be JSON")
    )
  }

  @Test func `options may stand before the command`() throws {
    #expect(
      try Run("--menu", "demo", "--seed=1", "call", "getState", "--pointer", "/status").output == "\"idle\"\n"
    )
    // The value of an option is no command.
    #expect(try Run("--config", "call").errors.contains("call"))
  }

  @Test(arguments: [
    "setAutoPolling", "retry", "exit", "$/cancelRequest", "subscribeLocation", "unsubscribeLocation",
    "openScreen", "press", "closeScreen",
  ])
  func `what one request cannot do is refused with a sentence`(method: String) throws {
    let run = try Run("call", method)
    #expect(run.output == "" && run.errors.hasPrefix("statusd: \(method) ") && run.status == 64)
  }

  // MARK: Time

  @Test(arguments: ["refresh", "fetchMenu"])
  func `a call ends when its time is over`(method: String) throws {
    let run = try Run("call", method, "--timeout", "0.1", "--scenario", "slow")
    #expect(run.errors.contains(#""kind":"timeout""#) && run.status == 75)
    #expect(run.errors.contains("\(method) did not finish within 0.1 seconds"))
  }

  @Test(arguments: ["getState", "refresh"])
  func `wait tries until there is a value`(method: String) throws {
    let run = try Run("call", method, "--wait", "--scenario", "first-fails", "--clock", "manual")
    #expect(run.output.contains(#""status":"loaded""#) && run.status == 0)
    // Polling was the means and is not the result.
    #expect(run.output.contains(#""autoPolling":{"enabled":false"#))
  }

  @Test(arguments: ["getState", "refresh"])
  func `wait tries until an instance of a parameterised resource has a value`(method: String) throws {
    let run = try Run(
      "call", method, "resource=menu", #"arguments={"place":"north"}"#, "--wait",
      "--menu", "file:{place}.json", "--scenario", "first-fails", "--clock", "manual")
    #expect(run.output.hasPrefix(#"{"resource":"menu","arguments":{"place":"north"},"#))
    #expect(run.output.contains(#""status":"loaded""#) && run.status == 0)
  }

  @Test func `wait waits for the first fix`() throws {
    #expect(try Run("call", "getLocation").output.contains(#""status":"loading""#))
    #expect(try Run("call", "getLocation", "--wait").output.contains(#""status":"loaded""#))
  }

  @Test func `wait gives up when its time is over, or when waiting cannot help`() throws {
    let late = try Run(
      "call", "getState", "--wait", "--timeout", "60", "--scenario", "always-fails", "--clock", "manual")
    #expect(late.errors.contains(#""kind":"serverError""#) && late.status == 75)
    let hopeless = try Run("call", "getState", "--wait", "--scenario", "signed-out")
    #expect(hopeless.errors.contains(#""kind":"unauthorized""#) && hopeless.status == 77)
    #expect(try Run("call", "stats", "--wait").status == 64)
    for (method, mistake) in [
      ("refresh", "resourc=menu"), ("refresh", "resource=mnu"), ("fetchMenu", "resource=menu"),
      ("getLocation", "timeout=3"), ("refresh", #"arguments={"a":"b"}"#),
    ] {
      let wrong = try Run("call", method, mistake, "--wait")
      #expect(wrong.errors.contains(#""kind":"invalidParams","operation":"\#(method)""#) && wrong.status == 1)
    }
  }

  @Test func `wait regards the time that a server asks for, though repeating would not help by itself`()
    throws
  {
    let scenario = try TemporaryFile(
      #"{"resources":{"state":{"steps":[{"then":"badRequest","retryAfter":20},{"then":"ok"}]}}}"#,
      named: ".json")
    let words = ["call", "getState", "--scenario", scenario.path, "--clock", "manual"]
    let run = try Run(words + ["--wait"])
    #expect(run.output.contains(#""status":"loaded""#) && run.status == 0)
  }

  @Test(arguments: [(29, 0), (31, 75)])
  func `wait takes 30 seconds at most unless it is told otherwise`(seconds: Int, status: Int32) throws {
    let scenario = try TemporaryFile(
      #"{"resources":{"state":{"steps":[{"then":"ok","after":\#(seconds)}]}}}"#, named: ".json")
    let patient = try TemporaryFile("resources.state = { timeout = 60, totalTimeout = 60 }\n", named: ".toml")
    let words = [
      "call", "getState", "--wait", "--scenario", scenario.path, "--config", patient.path, "--clock",
      "manual",
    ]
    let run = try Run(words)
    #expect(
      run.status == status && run.errors.contains("within 30.0 seconds") == (status == 75), "\(run.errors)")
    #expect(try Run(words + ["--timeout", "40"]).status == 0)
  }

  @Test func `wait for what never comes ends`() throws {
    let run = try Run("call", "getState", "--wait", "--scenario", "always-fails", "--clock", "manual")
    #expect(run.errors.contains(#""kind":"serverError""#) && run.status == 75)
  }

  // MARK: Statuses

  @Test(arguments: [
    ("always-fails", 75), ("rate-limited", 75), ("signed-out", 77), ("offline", 69), ("malformed", 65),
    ("out-of-space", 1),
  ])
  func `the status says what would help`(scenario: String, status: Int32) throws {
    #expect(try Run("call", "refresh", "--scenario", scenario, "--clock", "manual").status == status)
  }
}
