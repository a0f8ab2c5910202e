import Jansson
import StatusCore
import Testing

@testable import Providers

/// What a source may bring, and how it is judged (docs/protocol.md).
@Suite struct ValueDecoderTests {
  private static func problem(_ body: [UInt8], as shape: ResourceShape = .menu) -> Problem? {
    guard case .failure(let problem) = ValueDecoder.decode(body, as: shape, from: "test:x") else {
      return nil
    }
    return problem
  }

  private static func problem(_ body: String, as shape: ResourceShape = .menu) -> Problem? {
    problem(Array(body.utf8), as: shape)
  }

  @Test(arguments: ["", " ", "\n\r\t ", "\u{FEFF}", "\u{FEFF}\n"])
  func `a body with nothing in it is missing`(body: String) {
    #expect(Self.problem(body)?.kind == .missingData)
  }

  @Test(arguments: ["<!DOCTYPE html><html></html>", " \n<html>", "\u{FEFF}<a/>", "<?xml version=\"1.0\"?>"])
  func `a web page is told as such`(body: String) {
    #expect(Self.problem(body)?.kind == .malformedData)
    #expect(Self.problem(body)?.detail.reason == "html")
  }

  @Test(
    arguments: [[0x5B, 0x22, 0xE4, 0x22, 0x5D], [0xFF, 0xFE, 0x5B, 0x00], [0x22, 0xED, 0xA0, 0x80, 0x22]]
      as [[UInt8]])
  func `what is not UTF-8 is malformed`(body: [UInt8]) {
    #expect(Self.problem(body)?.kind == .malformedData)
    #expect(Self.problem(body)?.detail.reason == "utf8")
  }

  @Test(arguments: [
    "[", "[1,]", "nope", #"{"items":[]"#, #"{"a":1,"a":2}"#, "[1e400]", #"{"\u0000":1}"#, "[] []",
    #""\ud800""#, "\u{0}[]",
  ])
  func `what is no usable JSON is malformed`(body: String) {
    #expect(Self.problem(body)?.kind == .malformedData)
    #expect(Self.problem(body)?.detail.reason == "syntax")
  }

  @Test func `a number of more digits than any type has is rounded`() throws {
    let body =
      #"[{"name":"a","category":"b","spicy":false,"price":123456789012345678901234567890},"#
      + #"{"name":"c","category":"b","spicy":false,"price":-99999999999999999999}]"#
    let prices = [("a", 1.2345678901234568e29), ("c", -1e20)]
    let items = prices.map { MenuItem(name: $0, category: "b", isSpicy: false, price: $1) }
    let menu = try ValueDecoder.decode(Array(body.utf8), as: .menu, from: "test:x").get()
    #expect(menu == .menu(Menu(items: items)))
  }

  @Test func `a syntax error says where, and does not quote the body`() {
    let explanation = Self.problem(#"[{"secret":tru}]"#)?.explanation?.english
    #expect(explanation == "The data is not JSON: not a value at byte 11.")
  }

  @Test(arguments: [(124, nil), (125, "tooDeep")] as [(Int, String?)])
  func `a body may be nested 124 deep`(depth: Int, reason: String?) {
    let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(Self.problem(body)?.kind == .unexpectedShape)
    #expect(Self.problem(body)?.detail.reason == reason)
  }

  @Test func `every problem names its source`() {
    for body in ["", "<", "[", "7"] { #expect(Self.problem(body)?.detail.url == "test:x") }
  }

  @Test(arguments: [
    ("nope", "nope"), ("<p>\n\u{1B}[2J", #"<p>\n\u{1B}[2J"#), ("\u{FEFF}7", "7"),
    (#"{"items":7}"#, #"{"items":7}"#),
    (" \u{202E}", #" \u{202E}"#), (String(repeating: "é", count: 201), String(repeating: "é", count: 200)),
    ("\u{FEFF}" + String(repeating: "😀", count: 300), String(repeating: "😀", count: 200)),
    (String(repeating: "[", count: 1_000), String(repeating: "[", count: 200)),
    (String(repeating: "\u{202E}", count: 200), String(repeating: #"\u{202E}"#, count: 24) + "…"),
  ])
  func `a body that cannot be used is quoted, in one line of what can be seen`(body: String, excerpt: String)
  {
    #expect(Self.problem(body)?.detail.excerpt == excerpt)
  }

  @Test func `bytes that are no UTF-8 are repaired in the excerpt`() {
    #expect(Self.problem([0x5B, 0xE4, 0x5D])?.detail.excerpt == "[\u{FFFD}]")
  }

  @Test func `nothing is quoted of what is missing, nor where that is not wanted`() {
    #expect(Self.problem(" ")?.detail.excerpt == nil)
    guard
      case .failure(let problem) = ValueDecoder.decode(
        Array("nope".utf8), as: .menu, from: "", excerpts: false)
    else { return #expect(Bool(false), "no failure") }
    #expect(problem.kind == .malformedData)
    #expect(problem.detail.excerpt == nil)
  }

  @Test func `a byte order mark is skipped`() {
    #expect(Self.problem("\u{FEFF}[]") == nil)
  }

  @Test func `a body that is known is not decoded`() {
    let body = Array(#"[{"name":"a","category":"b","spicy":false,"price":1}]"#.utf8)
    var first = ValueDecoding(body, as: .menu, from: "test:x")
    guard case .value(_, let digest) = first.proceed() else { return #expect(Bool(false), "no value") }
    var again = ValueDecoding(body, as: .menu, known: digest, from: "test:x")
    guard case .unchanged = again.proceed() else { return #expect(Bool(false), "decoded again") }
    var other = ValueDecoding(body + [0x20], as: .menu, known: digest, from: "test:x")
    guard case .value = other.proceed() else { return #expect(Bool(false), "not decoded") }
  }

  @Test(arguments: [(26, true), (25, false)])
  func `the most values can be chosen, and the key is named`(values: Int, isTaken: Bool) {
    // Each item has a brace, four colons and three commas; between and around them are 2 tokens.
    let item = #"{"name":"a","category":"b","spicy":false,"price":1}"#
    let body = Array("[\(item),\(item),\(item)]".utf8)
    var decoding = ValueDecoding(body, as: .menu, values: values + 1, from: "test:x")
    guard case .failure(let problem) = decoding.proceed() else { return #expect(isTaken) }
    #expect(!isTaken && problem.detail.limit == 26)
    #expect(problem.explanation?.english == "The data has more than 26 values (limits.bodyValues).")
  }

  @Test(arguments: [
    ("-0", "0"), ("-0.0", "-0.0"), ("0.000", "0"), ("1.50", "1.5"), ("100.00", "100"), ("1e2", "100"),
    ("0.0001", "0.0001"),
    ("0.00001", "1e-05"), ("123456789012345", "123456789012345"),
    ("0.1234567890123456", "0.1234567890123456"),
    ("0.30000000000000004", "0.30000000000000004"), ("0.300000000000000004", "0.3"), ("1e-400", "0"),
    ("-1e-400", "-0.0"),
    ("9007199254740993", "9007199254740992"), ("1e21", "1e+21"),
  ])
  func `a number has its shortest form`(number: String, shortest: String) throws {
    let body = #"[{"name":"a","category":"b","spicy":false,"price":\#(number)}]"#
    let value = try ValueDecoder.decode(Array(body.utf8), as: .menu, from: "test:x").get()
    #expect(String(decoding: value.text, as: UTF8.self).contains(#""price":\#(shortest)}"#))
  }
}
