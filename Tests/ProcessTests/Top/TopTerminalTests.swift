import Foundation
import TestSupport
import Testing

/// `statusd top` as a person sees it.
struct TopTerminalTests {
  private static let command = "$STATUSD top --seed 1"

  @Test(arguments: [40, 80, 200])
  func `the table fits the terminal, and follows its size`(columns: Int) throws {
    let pane = try TmuxPane(Self.command, columns: columns)
    let lines = try pane.lines(with: "Chiara")
    #expect(lines[0].contains("NAME") && lines[0].contains("LAST FAILURE"))
    #expect(lines[0].contains("NEXT") == (columns >= 80) && lines[0].contains("VALUE") == (columns == 200))
    #expect(lines.allSatisfy { $0.count <= columns })
    try pane.resize(columns: columns + 40, rows: 30)
    // The line that sets off the details is as long as the terminal is wide.
    try pane.lines(with: String(repeating: "─", count: columns + 20))
  }

  @Test func `keys and the mouse select, and a failure has its buttons`() throws {
    let pane = try TmuxPane("\(Self.command) --scenario always-fails", columns: 80)
    try pane.lines(with: "1 Try Again")
    try pane.press("j")
    try pane.lines(with: "── menu ")
    try pane.type("\u{1B}[<0;5;2M")
    try pane.lines(with: "── state ")
    try pane.press("/")
    try pane.type("men")
    try pane.press("Enter")
    let filtered = try pane.lines(with: "── menu ")
    #expect(!filtered.contains { $0.hasPrefix("✗ state") })
    try pane.press("?")
    try pane.lines(with: "PgUp PgDn")
  }

  @Test func `an instance is opened by its arguments`() throws {
    let folder = try TemporaryFolder()
    try folder.save(#"{"state":"passed"}"#, as: "main.json")
    let pane = try TmuxPane(
      "\(Self.command) build --resource 'build=file:\(folder.path("{branch}.json"))'", columns: 80)
    try pane.lines(with: "needs branch=…")
    try pane.press("a")
    try pane.lines(with: "open: build branch=")
    try pane.type("main")
    try pane.press("Enter")
    try pane.lines(with: #""state": "passed""#)
  }

  /// How it ends, and the status that the shell sees.
  @Test(arguments: [("q", 0), ("C-c", 130)])
  func `the terminal is as it was, whatever key ends it`(key: String, status: Int) throws {
    try expectRestored(status) { pane, _ in try pane.press(key) }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131), (SIGSEGV, 139)])
  func `the terminal is as it was, whatever signal ends it`(signal: Int32, status: Int) throws {
    try expectRestored(status) { _, process in kill(process, signal) }
  }

  /// - Parameter end: Ends the program, whose process id it gets.
  private func expectRestored(_ status: Int, _ end: (TmuxPane, pid_t) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let (id, before, after) = (folder.path("id"), folder.path("before"), folder.path("after"))
    let script = """
      ulimit -c 0; echo earlier; stty -a > \(before); sh -c 'echo $$ > \(id); exec \(Self.command)'; status=$?; \
      stty -a > \(after); echo "status $status"; exec cat
      """
    let pane = try TmuxPane(script, columns: 80)
    try pane.lines(with: "Chiara")
    let process = try #require(pid_t(String(contentsOfFile: id, encoding: .utf8).dropLast()))
    try end(pane, process)
    let lines = try pane.lines(with: "status \(status)")
    #expect(lines[0] == "earlier" && !lines.contains { $0.contains("NAME") }, "\(lines)")
    #expect(
      try String(contentsOfFile: after, encoding: .utf8) == String(contentsOfFile: before, encoding: .utf8))
  }

  @Test func `whoever stops it gets the shell, and all of it again`() throws {
    let pane = try TmuxPane("sh -i", columns: 80)
    func enter(_ line: String) throws {
      try pane.type(line)
      try pane.press("Enter")
    }
    try enter(Self.command)
    try pane.lines(with: "Chiara")
    try pane.press("C-z")
    let stopped = try pane.lines(with: "Stopped")
    #expect(!stopped.contains { $0.contains("NAME") })
    try enter("fg")
    try pane.lines(with: "Chiara")
    try pane.press("q")
    #expect(!(try pane.lines(with: " fg\n")).contains { $0.contains("NAME") })
  }

  @Test func `colours are there, unless they are unwanted`() throws {
    let coloured = try TmuxPane(Self.command, columns: 80)
    #expect(try coloured.lines(with: "●", withStyles: true).joined().contains("\u{1B}[32m"))
    let plain = try TmuxPane("NO_COLOR=1 \(Self.command)", columns: 80)
    #expect(try plain.lines(with: "●", withStyles: true).allSatisfy { !$0.contains("\u{1B}[3") })
  }

  // MARK: Without a terminal

  @Test func `once prints the table, and its status is that of the worst`() throws {
    let good = try Run("top", "--once", "--seed", "1", "--clock", "manual")
    #expect(good.status == 0 && !good.output.contains("\u{1B}"), "\(good.errors)")
    #expect(
      good.output.split(separator: "\n").map { $0.prefix(8) } == [
        "  NAME  ", "● state ", "● menu  ", "· locati",
      ])
    let failed = try Run("top", "--once", "--clock", "manual", "--scenario", "always-fails", "menu")
    #expect(failed.output.contains("✗ menu") && failed.output.contains("The server has a problem"))
    #expect(failed.status == 75)
  }

  @Test(arguments: [
    ([], "top draws on a terminal and takes its keys; --once prints the table and ends"),
    (["mnu", "--once"], "did you mean menu?"), (["--clock", "manual"], "--once prints the table"),
    (["--once", "menu", "a=1"], "menu takes no arguments"),
  ])
  func `unusable words end with status 64`(words: [String], sentence: String) throws {
    let run = try Run(["top"] + words)
    #expect(run.output == "" && run.errors.contains(sentence) && run.status == 64, "\(run.errors)")
  }

  @Test func `an instance needs its arguments`() throws {
    let run = try Run("top", "build", "brnch=x", "--once", "--resource", "build=file:{branch}.json")
    #expect(run.errors.contains("did you mean branch?") && run.status == 64)
  }
}
