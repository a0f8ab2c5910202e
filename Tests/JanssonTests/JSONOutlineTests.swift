import Jansson
import Testing

@Suite struct JSONOutlineTests {
  @Test func `without an outline the kind alone is told`() throws {
    var scanner = JSONScanner(budget: Scan.budget, keepsOutline: false)
    try scanner.scan(Array(#"{"a":[1,2],"b":{}}"#.utf8).span)
    let outline = scanner.outline
    #expect(outline.kind == .object && outline.members.isEmpty && outline.unfinishedName == nil)
    scanner = JSONScanner(budget: Scan.budget, keepsOutline: false)
    try scanner.scan(Array("[1,[2]]".utf8).span)
    #expect(scanner.outline.kind == .array && scanner.outline.elements.isEmpty)
  }

  @Test(
    arguments: [
      ("{}", .object), (" []", .array), ("\"\"", .string), ("-1", .number), ("false", .boolean),
      ("null", .null),
    ] as [(String, JSONOutline.Kind)])
  func `the kind is that of the outermost value`(text: String, kind: JSONOutline.Kind) throws {
    #expect(try Scan.outline(text).kind == kind)
  }

  @Test func `members come in order, byte for byte, with whatever is inside`() throws {
    let text = #" { "id" : 1e2 , "a\u0062" :{"x":[1,{"y":2}]}, "é":"," ,"n":null,"id":[] } "#
    let expected = [
      [#""id""#, "1e2"], [#""a\u0062""#, #"{"x":[1,{"y":2}]}"#], [#""é""#, #"",""#], [#""n""#, "null"],
      [#""id""#, "[]"],
    ]
    #expect(try Self.members(text) == expected)
  }

  @Test func `elements come in order, byte for byte, with whatever is inside`() throws {
    let text = #"[ 1.0, [2,[3]] ,{"a":[4]},"]", true,[] ]"#
    let bytes = Array(text.utf8)
    let outline = try Scan.outline(text)
    let elements = outline.elements.map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(elements == ["1.0", "[2,[3]]", #"{"a":[4]}"#, #""]""#, "true", "[]"])
    #expect(outline.members.isEmpty)
  }

  @Test(arguments: ["1", "\"a\"", "{}", "[]", "[[1]]"])
  func `what has no members has none`(text: String) throws {
    #expect(try Scan.outline(text).members.isEmpty)
  }

  @Test(arguments: [
    (#"{"id":7,"params":[[[[1]]]]}"#, ["id"]), (#"{"params":[[[[1]]]],"id":7}"#, []),
    (#"{"jsonrpc":"2.0","id":"x","a":1,"b":{"c":{"d":{"e":1}}}}"#, ["jsonrpc", "id", "a"]),
  ])
  func `after a failure the members before it are known`(text: String, names: [String]) {
    var scanner = JSONScanner(budget: JSONBudget(depth: 3, tokens: 100))
    #expect(throws: JSONScanError.tooDeep(limit: 3)) { try scanner.scan(Array(text.utf8).span) }
    let bytes = Array(text.utf8)
    let found = scanner.outline.members.map { String(decoding: bytes[$0.name], as: UTF8.self) }
    #expect(found == names.map { "\"\($0)\"" })
  }

  private static func members(_ text: String) throws -> [[String]] {
    let bytes = Array(text.utf8)
    return try Scan.outline(text).members.map { member in
      [member.name, member.value].map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }
}
