import Foundation
import Glibc
import TestSupport
import Testing

/// `--trace`: a session as it was, line by line.
struct TraceTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("session.jsonl")
  }

  private static let timeless = ["--clock", "manual", "--seed", "7", "--log-level", "critical"]

  private static let session = [
    Fixtures.request("setAutoPolling", id: 1, "[true, 5]"),
    #"{ "jsonrpc":"2.0", "id":"a\u2028", "method":"refresh" }"#,
    #"[{"jsonrpc":"2.0","id":1e2,"method":"getState"},{"jsonrpc":"2.0","method":"noSuchMethod"},0]"#,
    Fixtures.request("advanceClock", id: 4, "[12.5]"),
    "no JSON", #"{"jsonrpc":"2.0","id":5,"method":"refresh","params":"#,
    #"{"jsonrpc":"2.0","id":5,"result":null}"#,
    Fixtures.request("advanceClock", id: 6, "[86400]"),
  ]

  private static let question = Fixtures.request("getState", id: 1)

  /// A line of the file.
  private struct Line {
    let json: [String: Any]
    /// The message or the text, and what stands behind it.
    let rest: String
    var direction: String? { json["direction"] as? String }

    /// The message as it stands there; nil for a line without one.
    var message: String? { rest.hasPrefix("\"message\":") ? String(rest.dropFirst(10).dropLast()) : nil }

    init(_ text: Substring) throws {
      json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let start = try #require(text.firstRange(of: /"(?:message|text|trace|dropped)":/)).lowerBound
      rest = String(text[start...])
    }
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func lines() throws -> [Line] {
    let text = try text()
    #expect(text.hasSuffix("\n"))
    return try text.split(separator: "\n").map(Line.init)
  }

  private static func framed(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }

  @Test(arguments: [false, true])
  func `the lines are the session, and replay it`(isFramed: Bool) throws {
    let frame = isFramed ? Self.framed : { "\($0)\n" }
    let run = try Run(Self.timeless + ["--trace", path], input: Self.session.map(frame).joined())
    let (first, lines) = (try text(), try lines())
    #expect(lines[0].json["trace"] as? Int == 1 && lines[0].json["clock"] as? String == "manual")
    let sent = lines.filter { $0.direction == "out" }.compactMap(\.message)
    #expect(sent.count > 20 && sent.map(frame).joined() == run.output)
    let received = lines.filter { $0.direction == "in" }
    #expect(received.map { $0.message ?? $0.json["text"] as? String } == Self.session)
    // The session again, from what the file says.
    try FileManager.default.removeItem(atPath: path)
    let messages = received.compactMap { $0.message ?? $0.json["text"] as? String }
    let again = try Run(Self.timeless + ["--trace", path], input: messages.map(frame).joined())
    #expect(try again.output == run.output && text() == first)
  }

  @Test func `a message stands in front of what it brings about, at the time of the session's clock`() throws
  {
    let session = [
      Fixtures.request("getState", id: 1), Fixtures.request("advanceClock", id: 2, "[60]"),
      Fixtures.request("getState", id: 3),
    ]
    _ = try Run(Self.timeless + ["--trace", path], input: session.map { "\($0)\n" }.joined())
    let lines = try lines().dropFirst()
    #expect(lines.map(\.direction) == ["in", "out", "in", "out", "in", "out"])
    let (before, after) = ("2000-01-01T00:00:00.000Z", "2000-01-01T00:01:00.000Z")
    #expect(lines.map { $0.json["time"] as? String } == [before, before, before, after, after, after])
  }

  @Test func `without a manual clock the time is the system's`() throws {
    _ = try Run(["--trace", path], input: Fixtures.request("getState", id: 1))
    let times = try lines().compactMap { $0.json["time"] as? String }
    #expect(times.count == 3 && times == times.sorted())
    #expect(times.allSatisfy { $0 > "2020" && $0.wholeMatch(of: /[-0-9]+T[:0-9]+\.[0-9]{3}Z/) != nil })
  }

  // MARK: What is no message

  @Test func `input that is no JSON is a text, of which 1,000 bytes are kept`() throws {
    let long = "\u{1B}" + String(repeating: "ä", count: 5_000)
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let broken = Array("\n\"\u{7F}".utf8) + [0xFF, 0xFE]
    let process = try DaemonProcess(["--trace", path, "--log-level", "critical"])
    try process.input.write(Array("\(long)\n\(deep)\n".utf8) + broken)
    process.closeInput()
    _ = try process.output.rest()
    #expect(try process.wait() == 0)
    let received = try lines().filter { $0.direction == "in" }
    #expect(received.map { $0.json["bytes"] as? Int } == [10_001, 400, 4])
    let texts = received.compactMap { $0.json["text"] as? String }
    #expect(texts[0] == "\u{1B}" + String(repeating: "ä", count: 499) + "\u{FFFD}")
    #expect(texts[1] == deep && texts[2] == "\"\u{7F}\u{FFFD}\u{FFFD}")
  }

  @Test func `a frame that is skipped is a line with the reason`() throws {
    let large = String(repeating: "x", count: 2_000_000)
    _ = try Run(["--trace", path, "--log-level", "critical"], input: "\(large)\n" + Self.session[0])
    let received = try lines().filter { $0.direction == "in" }
    #expect(received[0].rest == #""text":"","reason":"messageTooLarge"}"#)
    #expect(received.count == 2 && received[1].message == Self.session[0])
  }

  @Test func `a message of several lines is one line`() throws {
    let message = "{\r\n\"jsonrpc\": \"2.0\",\n\t\"id\": 1, \"method\": \"getState\"}\r\n"
    _ = try Run(["--trace", path], input: Self.framed(message))
    #expect(try lines()[1].message == "{  \"jsonrpc\": \"2.0\", \t\"id\": 1, \"method\": \"getState\"}")
  }

  // MARK: The file

  @Test func `a file is added to, from a line of its own, and read by its owner alone`() throws {
    for _ in 0..<2 { _ = try Run(["--trace", path], input: Self.question) }
    let whole = try lines().count
    #expect(try lines().filter { $0.json["trace"] != nil }.count == 2)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let torn = #"{"time":"2000-01-01T00:00:00.000Z","direction":"out","mess"#
    try (try text() + torn).write(toFile: path, atomically: false, encoding: .utf8)
    _ = try Run(["--trace", path], input: Self.question)
    let lines = try text().split(separator: "\n")
    #expect(lines[whole] == torn[...] && lines[whole + 1].hasPrefix(#"{"trace":1,"#))
  }

  @Test func `the variable names the file too, and the option wins over it`() throws {
    let variable = ["STATUSD_TRACE": path]
    let run = try Run(["--log-level", "warning"], input: Self.question, environment: variable)
    #expect(run.errors == "" && run.status == 0)
    #expect(try lines().count == 3)
    let other = folder.path("other.jsonl")
    _ = try Run(["--trace=\(other)"], input: Self.question, environment: variable)
    #expect(try lines().count == 3 && FileManager.default.fileExists(atPath: other))
    _ = try Run([], input: Self.question, environment: ["STATUSD_TRACE": ""])
    let refused = try Run([], environment: ["STATUSD_TRACE": folder.path("missing/trace")])
    #expect(refused.errors.contains("STATUSD_TRACE must name a file that can be written: opening: No such"))
    #expect(refused.status == 64)
  }

  @Test func `a file that cannot be written ends the start, and so does a pipe that nobody reads`() throws {
    let fifo = folder.path("fifo")
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    for path in [folder.path("missing/trace"), "/", fifo] {
      let run = try Run(["--trace", path], input: Self.question)
      #expect(run.errors.contains("--trace must name a file that can be written: opening: "))
      #expect(run.status == 64 && run.output == "")
    }
  }

  @Test func `a full disk is a line of the log, and the session goes on`() throws {
    let run = try Run(
      ["--clock", "manual", "--trace", "/dev/full"], input: Self.session.map { "\($0)\n" }.joined())
    #expect(run.status == 0 && run.output.contains(#""id":6,"result""#))
    let warnings = run.errors.split(separator: "\n").filter { $0.contains("the session is not recorded") }
    #expect(warnings.count == 1 && warnings[0].contains("No space left on device"))
  }

  @Test func `what a reader who does not read misses is counted, and the session goes on`() throws {
    let fifo = try Fifo()
    let daemon = try DaemonProcess(["--trace", fifo.path, "--log-level", "critical"])
    let padding = String(repeating: "x", count: 500_000)
    let count = 40
    for id in 0..<count {
      let response = try daemon.call("getState", #"{"padding":"\#(padding)"}"#, id: id)
      #expect(response.kind == "invalidParams")
    }
    // 8 MiB wait, one line besides, and what the thread has taken: the rest is counted behind them.
    var (lines, dropped) = (0, 0)
    while dropped == 0, let line = try fifo.line() {
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      lines += json?["direction"] == nil ? 0 : 1
      dropped += json?["dropped"] as? Int ?? 0
    }
    #expect((30..<40).contains(lines) && lines + dropped == 2 * count)
    daemon.closeInput()
    #expect(try fifo.line() == nil && daemon.wait() == 0)
  }
}
