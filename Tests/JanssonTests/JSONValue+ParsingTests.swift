import Jansson
import Testing

@Suite struct JSONValueParsingTests {
  @Test(
    arguments: [
      (#"{"a":1,"a":2}"#, .duplicateKey), (#"[{"b":{"a":1,"a":1}}]"#, .duplicateKey),
      (#"{"a":1,"\u0061":2}"#, .duplicateKey), ("9223372036854775808", .numberRange),
      ("-9223372036854775809", .numberRange), ("[1e400]", .numberRange), ("-1e400", .numberRange),
      (#"{"a\u0000b":1}"#, .nullInKey), ("[1,]", .syntax), ("", .syntax), ("[", .syntax),
      (#""\ud800""#, .syntax), (nested(2_049), .resources),
    ] as [(String, JSONParseError.Reason)])
  func `a text that is not taken says why`(text: String, reason: JSONParseError.Reason) {
    #expect(Self.error(Array(text.utf8))?.reason == reason)
  }

  @Test(
    arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
  func `bytes that are not UTF-8 are an error of their own`(text: [UInt8]) {
    #expect(Self.error(text)?.reason == .encoding)
  }

  @Test func `an error names the byte`() {
    #expect(Self.error(Array("[1, 2, 1e400]".utf8))?.offset == 12)
  }

  @Test(arguments: [
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("-0", 0),
  ])
  func `the ends of 64 bits are taken`(text: String, value: Int) throws {
    #expect(try JSONValue.parse(text).integer == value)
  }

  @Test(
    arguments: [
      ("{}", .object), ("[]", .array), ("\"\"", .string), ("1", .integer), ("1.0", .real), ("1e1", .real),
      ("true", .boolean), ("false", .boolean), ("null", .null), (" 1 ", .integer), (nested(2_048), .array),
    ] as [(String, JSONValue.Kind)])
  func `a text of any kind is taken`(text: String, kind: JSONValue.Kind) throws {
    #expect(try JSONValue.parse(text).kind == kind)
  }

  @Test func `a part of a text can be parsed on its own`() throws {
    let bytes = Array(#"[1,{"a":2}]"#.utf8)
    #expect(try JSONValue.parse(bytes.span.extracting(3..<10))["a"]?.integer == 2)
  }

  private static func error(_ text: [UInt8]) -> JSONParseError? {
    do throws(JSONParseError) {
      _ = try JSONValue.parse(text.span)
      return nil
    } catch {
      return error
    }
  }
}

private func nested(_ depth: Int) -> String {
  String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

extension JSONValue {
  static func parse(_ text: String) throws -> JSONValue {
    try parse(Array(text.utf8).span)
  }
}
