import Foundation
import TestSupport
import Testing

/// `statusd watch` as a person runs it.
struct WatchTerminalTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
  }

  /// - Parameter hasErrors: Whether standard error is the terminal too.
  private func watch(
    _ words: [String], _ environment: [String: String] = ["NO_COLOR": ""], hasErrors: Bool = true
  ) throws -> DaemonProcess {
    try DaemonProcess(
      ["watch"] + words, environment: environment, output: .descriptor(terminal.terminal),
      launcher: hasErrors ? Launchers.shell("exec 2>&1") : [])
  }

  @Test func `on a terminal a line is a text`() throws {
    _ = try watch(["menu", "--once"]).wait()
    #expect(try terminal.read(through: "items\r\n") == "12 items\r\n")
  }

  @Test func `JSON has colours on a terminal, unless they are unwanted`() throws {
    let file = try TemporaryFile(#"{"a":[1,"x"],"b":null}"#)
    let words = ["n", "--resource", "n=file:\(file.path)", "--once", "--format", "json"]
    _ = try watch(words).wait()
    let coloured = try terminal.read(through: "}\r\n")
    #expect(
      coloured.contains(
        "\u{1B}[1;34m\"value\"\u{1B}[0m:{\u{1B}[1;34m\"a\"\u{1B}[0m:[\u{1B}[36m1\u{1B}[0m,\u{1B}[32m\"x\"\u{1B}[0m],"
          + "\u{1B}[1;34m\"b\"\u{1B}[0m:\u{1B}[90mnull\u{1B}[0m}"))
    _ = try watch(words, ["NO_COLOR": "1"]).wait()
    let plain = try terminal.read(through: "}\r\n")
    #expect(plain.contains(#""value":{"a":[1,"x"],"b":null}"#) && !plain.contains("\u{1B}"))
    let removed = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/"[0-9T:.-]+Z"/, with: "")
    #expect(removed == plain.replacing(/"[0-9T:.-]+Z"/, with: ""))
  }

  @Test func `no log line repeats what a line shows`() throws {
    let folder = try TemporaryFolder()
    try folder.save("{", as: "n.json")
    let words = ["n", "--resource", "n=file:\(folder.path("n.json"))", "--interval", "0.1"]
    let daemon = try watch(words)
    _ = try terminal.read(through: "The response cannot be read\r\n")
    try folder.save("1", as: "n.json")
    #expect(try terminal.read(through: "\n") == "1\r\n")
    daemon.signal(SIGINT)
    #expect(try daemon.wait() == 130)
  }

  @Test(arguments: [true, false])
  func `whoever asks for the log, or reads it elsewhere, gets it whole`(hasErrors: Bool) throws {
    let words = ["n", "--resource", "n=file:/proc/nonexistent/n.json", "--once"]
    let daemon = try watch(words + (hasErrors ? ["--log-level", "warning"] : []), hasErrors: hasErrors)
    if hasErrors {
      #expect(try terminal.read(through: "kind=fileNotFound").contains("warning statusd: failed"))
    } else {
      #expect(try daemon.errors.rest().contains("kind=fileNotFound"))
    }
    #expect(try daemon.wait() == 66)
  }

  @Test func `other lines of the log come to the terminal`() throws {
    let words = ["menu", "--format", "{value.sectoins}|", "--interval", "86400"]
    let daemon = try watch(words)
    let shown = try terminal.read(through: "{value.sections}?\r\n")
    #expect(shown.contains("warning statusd: {value.sectoins} leads to nothing in the value"))
    daemon.signal(SIGINT)
    #expect(try daemon.wait() == 130)
  }
}
