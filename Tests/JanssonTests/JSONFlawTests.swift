import Jansson
import TestSupport
import Testing

@Suite struct JSONFlawTests {
  private static func flaw(_ text: String) -> JSONFlaw? {
    JSONFlaw.first(in: Array(text.utf8).span)
  }

  @Test(arguments: [
    "1", "[1,2.5,-3e4]", #"{"a":"1e400","b":["\u0000"]}"#, #"{"a\\u0000":1}"#, #""\u0000""#, "{}", "null",
  ])
  func `what can be taken has no flaw`(text: String) {
    #expect(Self.flaw(text) == nil)
  }

  @Test(
    arguments: [
      ("1e400", .numberRange, 5), (#"{"a":[0,{"b":9223372036854775808}],"c":1e400}"#, .numberRange, 32),
      (#"{"\u0000":1e400}"#, .nullInName, 9), (#"[{"a":1,"b\u0000c" : 2}]"#, .nullInName, 18),
      (#"["\u0000",1e400]"#, .numberRange, 15),
    ] as [(String, JSONFlaw.Kind, Int)])
  func `the first flaw is found at any depth`(text: String, kind: JSONFlaw.Kind, end: Int) {
    #expect(Self.flaw(text)?.kind == kind)
    #expect(Self.flaw(text)?.end == end)
  }

  @Test(arguments: [
    (#"{"a":1,"b":1}"#, nil), (#"{"a":1,"a":2}"#, 10), (#"{"a":{"b":[0,{"c":1,"c":2}]}}"#, 23),
    (#"[{"a":1},{"a":1}]"#, nil), (#"{"a":{"a":{"a":1}}}"#, nil), (#"{"a":[{}],"b":{},"a":0}"#, 20),
    (#"[{"x":"x","y":"x"}]"#, nil), (#"[{"a":1,"\u0061":2}]"#, 16), ("[]", nil),
  ])
  func `a repeated name is found at any depth`(text: String, end: Int?) {
    let bytes = Array(text.utf8)
    #expect(JSONFlaw.repeatedName(in: bytes.span, mayHaveEscapes: true) == end)
    guard !text.contains("\\") else { return }
    #expect(JSONFlaw.repeatedName(in: bytes.span, mayHaveEscapes: false) == end)
  }

  /// What jansson takes has no flaw, and what it refuses has the one that it names.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `flaws are those that jansson finds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", #""\u0061""#, #""\u0000""#, "1", "1e400"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined()
      let bytes = Array(text.utf8)
      guard Scan.error(bytes) == nil else { continue }
      do throws(JSONParseError) {
        _ = try JSONValue.parse(bytes.span)
        #expect(Self.flaw(text) == nil && Self.repeats(bytes) == nil, "\(text)")
      } catch {
        let isPlain = try? Scan.outline(text).isPlain
        #expect(error.reason == .duplicateKey || isPlain == false, "\(text)")
        switch error.reason {
        case .duplicateKey: #expect(Self.repeats(bytes) != nil, "\(text)")
        case .numberRange: #expect(Self.flaw(text)?.kind == .numberRange, "\(text)")
        case .nullInKey: #expect(Self.flaw(text)?.kind == .nullInName, "\(text)")
        default: Issue.record("\(text): \(error)")
        }
      }
    }
  }

  @Test(arguments: [
    ("9223372036854775807", false), ("-9223372036854775808", false), ("9223372036854775808", false),
    ("999999999999999999", true), ("-99999999999999999", true), ("1e309", false), ("9E308", false),
    ("1.5", true), (#""\n""#, false), (#""9e999""#, true),
  ])
  func `a text that is plain has no flaw`(text: String, isPlain: Bool) throws {
    let nested = #"{"a":[{"b":\#(text)}]}"#
    #expect(try Scan.outline(nested).isPlain == isPlain)
    #expect(!isPlain || Self.flaw(nested) == nil)
  }

  /// More names than are compared each with each, with and without an escape.
  @Test(arguments: ["n11", #"\u006E11"#])
  func `of many names the first that is repeated is found`(other: String) throws {
    let names = (0..<20).map { "n\($0)" } + [other, "n3", "n11"]
    let text = Array("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
    let end = JSONFlaw.repeatedName(in: text.span, mayHaveEscapes: true)
    let upToIt = Array("{\(names.prefix(21).map { "\"\($0)\":0" }.joined(separator: ","))".utf8)
    #expect(end == upToIt.count - 2)
  }

  private static func repeats(_ text: [UInt8]) -> Int? {
    JSONFlaw.repeatedName(in: text.span, mayHaveEscapes: true)
  }

  @Test(.timeLimit(.minutes(10)))
  func `an object of 50,000 members is judged in one pass`() {
    let members = (0..<50_000).map { "\"\($0)\":0" }.joined(separator: ",")
    let bytes = Array("{\(members),\"49999\":1}".utf8)
    #expect(JSONFlaw.repeatedName(in: bytes.span, mayHaveEscapes: false) == bytes.count - 3)
  }
}
