import Foundation
import TestSupport
import Testing

/// `statusd watch --until` and `--unless`.
struct WatchUntilTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.save(#"{"state":"queued"}"#, as: "n.json")
  }

  private func watch(_ words: String...) throws -> DaemonProcess {
    try DaemonProcess(
      [
        "watch", "n", "--resource", "n=file:\(folder.path("n.json"))", "--interval", "0.1", "--format",
        "{value.state}", "--log-level", "critical",
      ] + words)
  }

  private func lines(of watch: DaemonProcess, _ states: [String]) throws {
    #expect(try watch.output.line() == "…")
    #expect(try watch.output.line() == "queued")
    for state in states {
      try folder.save(#"{"state":"\#(state)"}"#, as: "n.json")
      #expect(try watch.output.line() == state)
    }
    #expect(try watch.output.lineOrEnd() == nil)
  }

  @Test(arguments: [("passed", 0), ("failed", 1)])
  func `a watch ends with the line of the value, and with the status of wait`(state: String, status: Int32)
    throws
  {
    let watch = try watch("--until", "/state=passed", "--unless", "/state=failed")
    try lines(of: watch, ["running", state])
    #expect(try watch.wait() == status)
  }

  @Test func `changed is another value than the first`() throws {
    let watch = try watch("--until", "changed")
    try lines(of: watch, ["running"])
    #expect(try watch.wait() == 0)
  }

  @Test func `a failure does not end it`() throws {
    let watch = try watch("--until", "/state=passed", "--format", "plain")
    #expect(try watch.output.line() == "…")
    #expect(try watch.output.line() == "state queued")
    try folder.remove("n.json")
    #expect(try watch.output.line() == "state queued (The file does not exist)")
    try folder.save(#"{"state":"passed"}"#, as: "n.json")
    #expect(try watch.output.rest() == "state passed\n")
    #expect(try watch.wait() == 0)
  }

  @Test func `a value that nobody has read yet ends it too`() throws {
    let watch = try watch("--until", "/state=passed", "--unless", "/state=failed")
    let text = String(repeating: "x", count: 1_000_000)
    try folder.save(#"{"state":"passed","text":"\#(text)"}"#, as: "n.json")
    #expect(try watch.output.rest().hasSuffix("passed\n"))
    #expect(try watch.wait() == 0)
  }

  @Test func `a condition of the location ends a watch of it`() throws {
    let run = try Run(
      "watch", "location", "--until", "/coordinate/latitude<=90", "--format", "{coordinate.latitude}")
    #expect(run.output.hasSuffix("53.619653\n") && run.status == 0)
  }

  @Test func `a condition that is probably misspelt is a warning`() throws {
    let run = try Run(
      "watch", "menu", "--until", "/section=1", "--unless", "/sections", "--format", "plain", "--log-level",
      "warning")
    #expect(run.errors.contains("/section of --until leads to nothing in the value; did you mean /sections?"))
    #expect(run.output.hasSuffix("12 items\n") && run.status == 1)
  }

  @Test(arguments: [
    (["--once", "--until", "/a"], "--once ends with the first value"),
    (["--until", "a=1"], "did you mean --until /a=1?"), (["--clock", "manual", "--until", "/a"], "--once"),
  ])
  func `unusable words end with status 64`(words: [String], sentence: String) throws {
    let run = try Run(["watch"] + words)
    #expect(run.output == "" && run.errors.contains(sentence) && run.status == 64)
  }
}
