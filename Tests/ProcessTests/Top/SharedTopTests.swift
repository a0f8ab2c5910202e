import Foundation
import Glibc
import TestSupport
import Testing

/// `statusd top --shared` as a person sees it.
struct SharedTopTests {
  /// The words for the shell that begin a command whose daemon is that of the test.
  private static func command(_ fixture: SharedFixture, _ words: String) -> String {
    let variables = fixture.environment.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
    return "env \(variables.joined(separator: " ")) $STATUSD top --shared=only \(words)"
  }

  private static func pane(_ fixture: SharedFixture, _ words: String, columns: Int = 80) throws -> TmuxPane {
    try TmuxPane(command(fixture, words), columns: columns)
  }

  @Test func `two tables and a bar make one request, and see each change`() throws {
    let fixture = try SharedFixture()
    let server = FaultServer(
      inTurn: [1, 2].map { [.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"n\":\($0)}")] })
    let file = try TemporaryFile(
      "[resources.n]\nsource = \"\(server.url("/"))\"\nautoPolling = { interval = 86400 }\n")
    let panes = try (1...2).map { _ in try Self.pane(fixture, "n --config \(file.path)") }
    for pane in panes { try pane.lines(with: #""n": 1"#) }
    let bar = try fixture.start(
      ["watch", "n", "--shared=only", "--config", file.path, "--format", "{value.n}"])
    #expect(try bar.output.line() == "1")
    #expect(server.requests.count == 1)
    #expect(try fixture.daemons().first?["sessions"] as? Int == 3)
    try panes[0].press("r")
    for pane in panes { try pane.lines(with: #""n": 2"#) }
    while try bar.output.line() != "2" {}
    #expect(server.requests.count == 2)
    // A bar for each fetch, and what they amount to.
    try panes[1].lines(with: "100 % of 2 good")
    for pane in panes { try pane.press("q") }
    try fixture.wait(forSessions: 1)
  }

  @Test func `a failure has its buttons, and an option is performed in the daemon`() throws {
    let fixture = try SharedFixture()
    try fixture.folder.save("{", as: "a.json")
    let pane = try Self.pane(
      fixture, "a --resource a=file:\(fixture.folder.path("a.json"))")
    try pane.lines(with: "The response cannot be read")
    try pane.lines(with: "1 Try Again")
    try fixture.folder.save(#"{"mended":true}"#, as: "a.json")
    try pane.press("1")
    let lines = try pane.lines(with: #""mended": true"#)
    #expect(!lines.contains { $0.contains("1 Try Again") })
  }

  @Test func `polling and the location are this table's own`() throws {
    let fixture = try SharedFixture()
    let (first, second) = (try Self.pane(fixture, "--seed 1"), try Self.pane(fixture, "--seed 1"))
    for pane in [first, second] { try pane.lines(with: "Chiara") }
    try first.press("p")
    try first.lines(with: "not polled")
    try first.press("l")
    try first.press("End")
    try first.lines(with: "latitude")
    try second.lines(with: "polled every")
    try second.press("End")
    try second.lines(with: "not followed: l follows it")
    try first.press("l")
    try first.lines(with: "not followed: l follows it")
  }

  @Test func `an instance is opened by its arguments, or the table says what they should be`() throws {
    let fixture = try SharedFixture()
    try fixture.folder.save(#"{"state":"passed"}"#, as: "main.json")
    let source = "--resource 'build=file:\(fixture.folder.path("{branch}.json"))'"
    let pane = try Self.pane(fixture, "build \(source)")
    try pane.lines(with: "needs branch=…")
    try pane.press("a")
    try pane.lines(with: "open: build branch=")
    try pane.type("main")
    try pane.press("Enter")
    try pane.lines(with: #""state": "passed""#)
    try pane.press("a")
    try pane.type("x brnch=y")
    try pane.press("Enter")
    try pane.lines(with: "did you mean branch?")
    // One that the command line names is there from the start.
    let named = try Self.pane(fixture, "build branch=main \(source)")
    try named.lines(with: #""state": "passed""#)
  }

  @Test func `once prints what a table of its own prints, with its status`() throws {
    let fixture = try SharedFixture()
    for words in [["--seed", "1"], ["menu", "--scenario", "always-fails"]] {
      let all = ["top", "--once"] + words
      let (shared, own) = (try fixture.run(all + ["--shared=only"]), try fixture.run(all))
      #expect(shared.status == own.status && shared.errors == own.errors)
      // Their ages differ.
      let rows = [shared, own].map { $0.output.split(separator: "\n").map { $0.prefix(8) } }
      #expect(rows[0] == rows[1] && rows[1].count > 1)
    }
    let refused = try fixture.run([
      "top", "build", "brnch=x", "--once", "--shared=only", "--resource", "build=file:{branch}.json",
    ])
    #expect(refused.errors.contains("did you mean branch?") && refused.status == 64)
  }

  @Test func `when the daemon is gone the terminal is as it was, and the status is 70`() throws {
    let fixture = try SharedFixture()
    let (before, after) = (fixture.folder.path("before"), fixture.folder.path("after"))
    let script = """
      echo earlier; stty -a > \(before); \(Self.command(fixture, "--seed 1")); status=$?; stty -a > \(after); \
      echo "status $status"; exec cat
      """
    let pane = try TmuxPane(script, columns: 200)
    try pane.lines(with: "Chiara")
    kill(try fixture.daemon(), SIGKILL)
    let lines = try pane.lines(with: "status 70")
    #expect(lines[0] == "earlier" && !lines.contains { $0.contains("NAME") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("statusd: the daemon is gone; its log is \(fixture.place)") })
    #expect(
      try String(contentsOfFile: after, encoding: .utf8) == String(contentsOfFile: before, encoding: .utf8))
  }
}
