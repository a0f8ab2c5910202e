import Engine
import JSONRPC
import Jansson
import Providers
import StatusCore
import Testing

@testable import StatusServer

/// Values of shape `any`: whatever JSON the source gives (docs/protocol.md section 5).
@Suite struct OpaqueValueTests {
  private static func decode(_ body: [UInt8]) -> Result<ResourceValue, Problem> {
    ValueDecoder.decode(body, as: .any, from: "test:x")
  }

  /// The value as it is reported; nil for one that is refused.
  private static func reported(_ body: String) -> String? {
    guard case .success(let value) = decode(Array(body.utf8)) else { return nil }
    return String(decoding: value.text, as: UTF8.self)
  }

  private static func problem(_ body: String) -> Problem? {
    guard case .failure(let problem) = decode(Array(body.utf8)) else { return nil }
    return problem
  }

  @Test(arguments: [
    "null", "true", "7", #""""#, "[]", "{}", "1e400", "-0", "1.0", "123456789012345678901234567890",
    #"{"b":1,"a":2,"b":3}"#, #"{"\u0000":"\u0000"}"#, #""\ud83d\ude00\/\u0041""#,
  ])
  func `any JSON is reported as it is written`(json: String) {
    #expect(Self.reported(json) == json)
  }

  @Test(arguments: [
    ("\u{FEFF} { \"a\" : [ 1 , 2 ] }\r\n", #"{"a":[1,2]}"#), (" null\n", "null"),
    ("\"\u{85}\u{2028}\u{2029}\"", #""\u0085\u2028\u2029""#),
  ])
  func `white space and line breaks are normalised`(body: String, reported: String) {
    #expect(Self.reported(body) == reported)
  }

  @Test func `values are equal when they differ in white space alone`() throws {
    let value = try Self.decode(Array(#"{"a":[1,"b c"]}"#.utf8)).get()
    #expect(try Self.decode(Array(" {\n\"a\" : [1, \"b c\"] }".utf8)).get() == value)
    #expect(try Self.decode(Array(#"{"a":[1,"bc"]}"#.utf8)).get() != value)
    #expect(try Self.decode(Array(#"{"a":[1.0,"b c"]}"#.utf8)).get() != value)
  }

  @Test(
    arguments: [
      ("", .missingData, nil), (" \n", .missingData, nil), ("\u{FEFF}", .missingData, nil),
      ("<html>", .malformedData, "html"), ("[1,]", .malformedData, "syntax"),
      (#""\ud800""#, .malformedData, "syntax"), ("{} {}", .malformedData, "syntax"),
      ("NaN", .malformedData, "syntax"), ("01", .malformedData, "syntax"),
    ] as [(String, FailureKind, String?)])
  func `what is no JSON is refused`(body: String, kind: FailureKind, reason: String?) {
    #expect(Self.problem(body)?.kind == kind)
    #expect(Self.problem(body)?.detail.reason == reason)
    #expect(Self.problem(body)?.detail.url == "test:x")
  }

  @Test func `what is no UTF-8 is refused, in a string too`() {
    guard case .failure(let problem) = Self.decode([0x22, 0xC3, 0x28, 0x22]) else {
      Issue.record("it was taken")
      return
    }
    #expect(problem.detail.reason == "utf8")
  }

  @Test func `more values than the budget has are refused`() {
    let commas = String(repeating: "1,", count: ValueDecoder.budget.tokens)
    #expect(Self.problem("[\(commas)1]")?.detail.reason == "tooManyValues")
    #expect(Self.problem("[\(commas)1]")?.detail.limit == 2_000_000)
  }

  @Test func `the deepest value fits the deepest message`() {
    // Around it: the batch, the message, its result, and the result of a recovery within that.
    #expect(ValueDecoder.budget.depth + 4 == Limits().budget.depth)
  }

  /// The deepest value that is accepted, in the deepest message that contains it.
  @Test func `a value of the deepest nesting can be read within a message, and one deeper is refused`() throws
  {
    let depth = ValueDecoder.budget.depth
    let nested = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(Self.problem(nested(depth + 1))?.detail.reason == "tooDeep")
    let value = try Self.decode(Array(nested(depth).utf8)).get()
    let recovery = JSONText { json in
      json.object {
        $0.member("result") { $0.object { $0.member("value") { $0.text(JSONText(trusting: value.text)) } } }
      }
    }
    let message = JSONText { $0.response(to: RequestID(trusting: [UInt8(ascii: "1")]), result: recovery) }
    #expect(message.description == #"{"jsonrpc":"2.0","id":1,"result":\#(recovery)}"#)
    var scanner = JSONScanner(budget: Limits().budget)
    try scanner.scan(JSONText { $0.batch([message]) }.bytes.span)
  }
}
