import Foundation
import TestSupport
import Testing

@testable import statusd

/// The line that `statusd wait` draws on a terminal.
struct WaitTerminalTests {
  private static let clear = "\r\u{1B}[K"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.save(#"{"state":"running"}"#, as: "n.json")
  }

  /// Standard error is the terminal, and standard output is not.
  private func wait(
    on terminal: PseudoTerminal, _ words: String..., environment: [String: String] = ["TERM": "xterm"]
  ) throws -> DaemonProcess {
    let all = ["wait", "n", "--resource", "n=file:\(folder.path("n.json"))", "--until", "/state=passed"]
    // The terminal is standard input first, because standard error is a pipe of the test's.
    return try DaemonProcess(
      all + words, environment: environment, input: .descriptor(terminal.terminal),
      launcher: Launchers.shell("exec 2>&0"))
  }

  @Test func `a line says what is awaited, what is there, and when the next look is`() throws {
    let terminal = try PseudoTerminal(columns: 120)
    let process = try wait(on: terminal, "--interval", "3600")
    let line = "n: waiting for /state=passed; /state is \"running\"; next look in "
    _ = try terminal.read(through: line)
    #expect(try terminal.read(through: " min").wholeMatch(of: /[56][0-9] min/) != nil)
    process.signal(SIGINT)
    #expect(try process.wait() == 130)
    #expect(try terminal.read(through: Self.clear).hasSuffix(Self.clear))
    #expect(try process.output.rest() == "")
  }

  @Test func `the line goes before the result comes`() throws {
    let terminal = try PseudoTerminal(columns: 120)
    let process = try wait(on: terminal, "--interval", "0.1", "--pointer", "/value/state")
    _ = try terminal.read(through: "/state is \"running\"")
    try folder.save(#"{"state":"passed"}"#, as: "n.json")
    #expect(try process.output.rest() == "\"passed\"\n")
    #expect(try process.wait() == 0)
    #expect(try terminal.read(through: Self.clear).hasSuffix(Self.clear))
  }

  @Test func `the line is no longer than the terminal is wide, and counts down`() throws {
    let terminal = try PseudoTerminal(columns: 30)
    let process = try wait(on: terminal, "--interval", "0.1")
    let drawn = try terminal.read(through: "\u{1B}[K")
    let text = drawn.replacing(/\u{1B}\[K/, with: "").replacing("\r", with: "")
    #expect(text.hasPrefix("n: waiting for /state=passed") && text.count <= 29, "\(text)")
    process.signal(SIGTERM)
    #expect(try process.wait() == 143)
  }

  @Test(arguments: [["--quiet"], ["--log-level", "error"], []])
  func `no line is drawn where it would be in the way`(words: [String]) throws {
    let terminal = try PseudoTerminal(columns: 120)
    let environment = ["TERM": words.isEmpty ? "dumb" : "xterm"]
    let all = ["wait", "n", "--resource", "n=file:\(folder.path("n.json"))", "--until", "/state=running"]
    let process = try DaemonProcess(
      all + words, environment: environment, input: .descriptor(terminal.terminal),
      launcher: Launchers.shell("exec 2>&0"))
    #expect(try process.wait() == 0)
    // The next thing on the terminal is what the test writes itself.
    _ = "end".withCString { write(terminal.terminal, $0, 3) }
    #expect(try terminal.read(through: "end") == "end")
  }
}

/// The words of that line.
struct WaitWordsTests {
  private func words(_ until: String..., unless: String...) throws -> WaitWords {
    WaitWords(
      title: "n", until: try until.map { try GivenOption(name: "--until", text: $0).condition },
      unless: try unless.map { try GivenOption(name: "--unless", text: $0).condition })
  }

  @Test(
    arguments: [
      (nil, nil, nil, "n: waiting for /a=1; no value yet"),
      (#"{"a":0}"#, nil, "next look in 3 s", "n: waiting for /a=1; /a is 0; next look in 3 s"),
      (#"{"b":0}"#, nil, "looking now", "n: waiting for /a=1; nothing at /a; looking now"),
      (#"{"a":0}"#, "You are offline", nil, "n: waiting for /a=1; You are offline"),
      (#"{"a":"\#n"}"#, nil, nil, #"n: waiting for /a=1; /a is "\n""#),
    ] as [(String?, String?, String?, String)])
  func `a line has what is awaited, what is there, and the next look`(
    value: String?, failure: String?, next: String?, line: String
  ) throws {
    #expect(
      try words("/a=1").line(value: value.map { Array($0.utf8) }, failure: failure, next: next) == line)
  }

  @Test func `several conditions are alternatives, and a place is shown once`() throws {
    let words = try words("/a=1", "/a=2", "~", unless: "/b")
    let line = words.line(value: Array(#"{"a":0}"#.utf8), failure: nil, next: nil)
    #expect(
      line == #"n: waiting for /a=1, /a=2 or ~; /a is 0, the value is {"a":0}, nothing at /b"#)
  }

  @Test func `a long value is cut`() throws {
    let value = "{\"a\":\"\(String(repeating: "é", count: 500))\"}"
    let line = try words("/a=1").line(value: Array(value.utf8), failure: nil, next: nil)
    #expect(line == "n: waiting for /a=1; /a is \"" + String(repeating: "é", count: 38) + "…")
  }

  @Test func `the condition that came first is named, or all where only the past could tell`() throws {
    let value = Array(#"{"a":2}"#.utf8)
    func sentence(_ words: WaitWords) -> String? {
      words.sentence(on: .unless, value: value, failure: nil, limit: nil)
    }
    #expect(try sentence(words("/a=1", unless: "/a=2", "/a=3")) == "n: /a=2 came first; /a is 2")
    #expect(try sentence(words("/a=1", unless: "/a~")) == "n: /a~ came first; /a is 2")
    #expect(try words("/a=1").sentence(on: .met, value: value, failure: nil, limit: nil) == nil)
  }
}
