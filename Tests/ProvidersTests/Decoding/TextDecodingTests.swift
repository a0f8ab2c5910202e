import Jansson
import StatusCore
import Testing

@testable import Providers

/// Sources whose output is no JSON: shapes `text` and `lines` (docs/protocol.md section 5).
@Suite struct TextDecodingTests {
  /// - Parameter step: How much is done at a time; 1 is every place at which a decoding can be resumed.
  private static func decode(
    _ body: [UInt8], as shape: ResourceShape, values: Int = 100, step: Int = 16_384,
    from address: String = "test:x"
  ) -> Result<String, Problem> {
    var decoding = ValueDecoding(body, as: shape, values: values, from: address, workOfStep: step)
    while true {
      switch decoding.proceed() {
      case .value(let value, _): return .success(String(decoding: value.text, as: UTF8.self))
      case .failure(let problem): return .failure(problem)
      case .unchanged, nil: break
      }
    }
  }

  private static func problem(_ body: String, as shape: ResourceShape, from address: String) -> Problem? {
    guard case .failure(let problem) = decode(Array(body.utf8), as: shape, from: address) else { return nil }
    return problem
  }

  @Test(arguments: [
    ("", #""""#, "[]"),
    ("\n\r\n\n", #""""#, "[]"),
    ("a", #""a""#, #"["a"]"#),
    (" M Package.swift\n?? new\n", #"" M Package.swift\n?? new""#, #"[" M Package.swift","?? new"]"#),
    ("a\r\nb\r\n", #""a\r\nb""#, #"["a","b"]"#),
    ("\na\n\nb\n\n", #""\na\n\nb""#, #"["","a","","b"]"#),
    ("10 %\r20 %", #""10 %\r20 %""#, #"["10 %\r20 %"]"#),
    ("\u{FEFF}a", #""a""#, #"["a"]"#),
    (#"{"a":"\"#, #""{\"a\":\"\\""#, #"["{\"a\":\"\\"]"#),
    ("<html>", #""<html>""#, #"["<html>"]"#),
    (
      "\u{0}\u{1B}[1m\u{7F}é\u{1F336}\u{85}\u{2028}x\u{2029}",
      #""\u0000\u001b[1m\#u{7F}é🌶\u0085\u2028x\u2029""#,
      #"["\u0000\u001b[1m\#u{7F}é🌶\u0085\u2028x\u2029"]"#
    ),
  ])
  func `text is a string, and its lines are strings`(body: String, text: String, lines: String) {
    for step in [1, 16_384] {
      #expect(Self.decode(Array(body.utf8), as: .text, step: step) == .success(text))
      #expect(Self.decode(Array(body.utf8), as: .lines, step: step) == .success(lines))
    }
  }

  @Test func `a text of many parts comes whole, wherever it is cut`() {
    let line = #"é"\ 🌶 "# + "\u{2028}\r"
    let body = Array((0..<3_000).map { "\(line)\($0)" }.joined(separator: "\r\n").utf8)
    for shape in [ResourceShape.text, .lines] {
      let whole = Self.decode(body, as: shape, values: 3_000, step: body.count)
      for step in [1, 2, 3, 7, 16_384] {
        #expect(Self.decode(body, as: shape, values: 3_000, step: step) == whole)
      }
    }
    let first = try? JSONValue.parse(
      Array(((try? Self.decode(body, as: .lines, values: 3_000).get()) ?? "").utf8).span)
    #expect(first?.count == 3_000 && first?.elements.first(where: { _ in true })?.string == "\(line)0")
  }

  @Test(arguments: [ResourceShape.text, .lines])
  func `text that is no UTF-8 is malformed`(shape: ResourceShape) throws {
    guard case .failure(let problem) = Self.decode([0x61, 0xE4, 0x62], as: shape, from: "command:ls") else {
      Issue.record("it was taken")
      return
    }
    #expect(problem.kind == .malformedData && problem.detail.reason == "utf8")
    #expect(problem.explanation?.english == "The output of ls is not UTF-8 text.")
  }

  @Test func `more lines than values are refused`() throws {
    let lines = Array(String(repeating: "x\n", count: 101).utf8)
    guard case .failure(let problem) = Self.decode(lines, as: .lines, step: 1) else {
      Issue.record("they were taken")
      return
    }
    #expect(problem.kind == .unexpectedShape && problem.detail.reason == "tooManyValues")
    #expect(problem.detail.limit == 100 && problem.explanation?.english.contains("limits.bodyValues") == true)
    #expect((try? Self.decode(Array(lines.dropLast(2)), as: .lines).get()) != nil)
    #expect((try? Self.decode(lines, as: .text).get()) != nil)
  }
}

extension TextDecodingTests {
  @Test(arguments: [
    ("command:git", "M x", "git printed text, not JSON."),
    ("command:git", "12:30 up", "git printed text, not JSON."),
    ("command:curl", "<html>", "curl printed a web page or XML, not JSON."),
    ("command:git", "{\"a\":", "The output of git is not JSON: the text ends too early at byte 5."),
    ("stream:tail", "x", "tail printed a line of text, not JSON."),
    ("file:/etc/hostname", "box", "/etc/hostname holds text, not JSON."),
    ("file:/x.json", "[1,]", "/x.json is not JSON: unexpected ] at byte 3."),
    ("https://host/", "box", "The data is not JSON: not a value at byte 0."),
    ("https://host/", "<html>", "The data is a web page, not JSON; it may be a login page."),
  ])
  func `a program and a file are no address`(address: String, body: String, words: String) {
    #expect(Self.problem(body, as: .any, from: address)?.explanation?.english == words)
  }
}
