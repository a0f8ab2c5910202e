import Foundation
import TestSupport
import Testing

/// `statusd wait` as scripts use it (docs/command-line.md).
struct WaitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.save(#"{"state":"running","minutes":12}"#, as: "main.json")
  }

  private var build: [String] {
    ["wait", "build", "branch=main", "--resource", "build=file:\(folder.path)/{branch}.json"]
  }

  private func wait(_ words: String...) throws -> Run { try Run(build + words) }

  // MARK: Ends

  @Test func `a condition that holds already ends it at once, with the snapshot`() throws {
    let run = try wait("--until", "/state=running")
    #expect(run.output.hasPrefix(#"{"resource":"build","arguments":{"branch":"main"},"#))
    #expect(run.output.contains(#""value":{"state":"running","minutes":12}"#))
    #expect(run.errors == "" && run.status == 0)
  }

  @Test func `a condition that comes to hold ends it`() throws {
    let process = try DaemonProcess(
      build + ["--until", "/state=passed", "--interval", "0.1", "--pointer", "/value/state", "--raw"])
    try folder.save(#"{"state":"passed"}"#, as: "main.json")
    #expect(try process.output.rest() == "passed\n")
    #expect(try process.wait() == 0)
  }

  @Test func `unless ends it with status 1 and a sentence`() throws {
    let run = try wait("--until", "/state=passed", "--unless", "/state=failed", "--unless", "/minutes>=12")
    #expect(run.output.contains(#""minutes":12"#) && run.status == 1)
    #expect(
      run.errors
        == "statusd: build branch=main: /minutes>=12 came first; /state is \"running\", /minutes is 12\n")
  }

  @Test func `the time-out ends it with status 124 and a sentence`() throws {
    let run = try wait("--until", "/state=passed", "--timeout", "0.2s", "--interval", "0.1")
    #expect(run.output.contains(#""state":"running""#) && run.status == 124)
    #expect(
      run.errors
        == "statusd: build branch=main: /state=passed did not come within 0.2s; /state is \"running\"\n")
  }

  @Test func `a time-out of 0 looks at what is known, and fetches nothing`() throws {
    let run = try wait("--until", "/state=running", "--timeout", "0")
    #expect(run.output.contains(#""status":"idle""#) && run.status == 124)
    #expect(run.errors == "statusd: build branch=main: /state=running does not hold; no value yet\n")
  }

  @Test func `a file that is yet to come is waited for with all patience`() throws {
    try folder.remove("main.json")
    let process = try DaemonProcess(
      build + ["--until", "", "--patience", "all", "--interval", "0.1", "--quiet"])
    try folder.save("{}", as: "main.json")
    #expect(try process.wait() == 0)
    #expect(try process.output.rest() == "" && process.errors.rest() == "")
  }

  @Test(arguments: [[], ["--quiet"]])
  func `a failure that is not waited out is that of call`(words: [String]) throws {
    try folder.remove("main.json")
    let run = try Run(build + ["--until", "/state"] + words)
    #expect(run.output == "" && run.status == 66)
    #expect(run.errors.contains(#""kind":"fileNotFound","operation":"waitFor""#))
  }

  @Test(arguments: [("always-fails", 75), ("signed-out", 77), ("malformed", 65), ("offline", 69)])
  func `without patience the first failure is the end, with the status of call`(
    scenario: String, status: Int32
  ) throws {
    let run = try Run(
      "wait", "--until", "/x", "--patience", "none", "--scenario", scenario, "--clock", "manual", "--timeout",
      "1h")
    #expect(run.output == "" && run.status == status, "\(run.errors)")
  }

  @Test func `a failure as text says how a wait goes on`() throws {
    try folder.remove("main.json")
    let run = try wait("--until", "/state", "--format", "text")
    #expect(run.errors.hasPrefix("statusd: The file does not exist. "))
    #expect(run.errors.contains("Wait It Out: add --patience all to the command"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it with 128 and its number, and it prints nothing`(signal: Int32) throws {
    let process = try DaemonProcess(build + ["--until", "/state=passed", "--log-level", "debug"])
    while !(try process.errors.line().contains("attempt=1")) {}
    process.signal(signal)
    #expect(try process.wait() == 128 + signal)
    #expect(try process.output.rest() == "")
  }

  @Test func `manual time passes at once`() throws {
    let words = ["wait", "--scenario", "first-fails", "--clock", "manual", "--until", "/couriers"]
    #expect(try Run(words + ["--timeout", "1h"]).status == 0)
    let endless = try Run(words)
    #expect(endless.errors.contains("wait needs --timeout with it") && endless.status == 64)
  }

  // MARK: What is printed

  @Test(arguments: [
    (["--pointer", "/value/minutes"], "12\n"), (["--pointer", "/value/state", "--raw"], "running\n"),
    (["--format", "{arguments.branch}: {value.state}, {age}"], "main: running, now\n"),
    (["--format", "text"], "{\n  \"state\": \"running\",\n  \"minutes\": 12\n}\n"), (["--quiet"], ""),
  ])
  func `the snapshot is printed as call does, or by a template`(words: [String], output: String) throws {
    let run = try Run(build + ["--until", "/state"] + words)
    #expect(run.output == output && run.errors == "" && run.status == 0)
  }

  @Test func `what leads nowhere has the status 1, and the nearest name`() throws {
    let pointer = try wait("--until", "/state", "--pointer", "/value/stat")
    #expect(pointer.errors.contains("did you mean /value/state?") && pointer.status == 1)
    let template = try wait("--until", "/state", "--format", "{value.minuts} min")
    #expect(template.errors.contains("did you mean {value.minutes}?") && template.status == 1)
  }

  @Test func `a condition that is probably misspelt is reported once`() throws {
    let run = try wait("--until", "/value/state=running", "--timeout", "0.3", "--interval", "0.1")
    #expect(run.status == 124)
    let lines = run.errors.split(separator: "\n")
    #expect(
      lines[0] == "statusd: /value/state of --until leads to nothing in the value; did you mean /state?")
    #expect(lines.count == 2)
  }

  @Test func `a reader that has left, and a full disk`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let process = try DaemonProcess(build + ["--until", "/state"], output: .descriptor(full))
    #expect(try process.errors.rest().contains("No space left on device"))
    #expect(try process.wait() == 74)
  }

  // MARK: Mistakes

  @Test(arguments: [
    (["biuld", "--until", "/a"], "wait needs the name of a resource; did you mean build?"),
    (["build", "--until", "/a"], "branch is required; the command is: statusd wait build branch=…"),
    (["build", "brnach=x", "--until", "/a"], "did you mean branch?"),
    (["menu", "a=b", "--until", "/a"], "menu takes no arguments"),
    (["location", "--until", "/a"], "location is no resource"), (["build"], "wait needs --until"),
    (["--until", "state=passed"], "did you mean --until /state=passed?"),
    (["--until", "/a", "--format", "jsn"], "did you mean json?"),
    (["--until", "/a", "--format", "{valu.x}"], "did you mean value?"),
    (["--until", "/a", "--format", "{value}", "--raw"], "--pointer and --raw are for json"),
    (["--until", "/a", "--patience", "al"], "did you mean all?"),
    (["--until", "/a", "--interval", "0"], "--interval must be between 0.1 and 86400 seconds"),
    (["--until", "/a", "--pointer", "x"], "--pointer must be a JSON Pointer"),
  ])
  func `unusable words end with status 64`(words: [String], sentence: String) throws {
    let run = try Run(["wait", "--resource", "build=file:\(folder.path)/{branch}.json"] + words)
    #expect(run.output == "" && run.errors.contains(sentence) && run.status == 64, "\(run.errors)")
  }
}
