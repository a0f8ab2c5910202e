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

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, nil), (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"b":2,"\u0061":3}"#, 13),
    (#"{"a\\":1,"a":2}"#, nil), (#"{"a":{"b":1,"b":2}}"#, nil), (#"["a","a"]"#, nil), ("{}", nil),
    (#"{"":1,"":2}"#, 6), ("{\"\u{E9}\":1,\"e\u{301}\":2}", nil),
  ])
  func `a name that stands there twice is found`(text: String, start: Int?) throws {
    let bytes = Array(text.utf8)
    #expect(try Scan.outline(text).repeatedName(in: bytes.span)?.lowerBound == start)
  }

  @Test(arguments: [2, 15, 16, 17, 200])
  func `a name that stands there twice is found among few and many`(count: Int) throws {
    for place in [0, (count - 1) / 2, count - 2] {
      var names = (0..<count).map { "n\($0)" }
      names[count - 1] = names[place]
      let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      let bytes = Array(text.utf8)
      let name = try #require(try Scan.outline(text).repeatedName(in: bytes.span))
      #expect(String(decoding: bytes[name], as: UTF8.self) == "\"n\(place)\"")
      #expect(name.upperBound == bytes.count - 3)
    }
  }

  @Test(arguments: [
    ("{}", true), (#"{"a":"b"}"#, true), ("\"é\"", false), (#"{"é":1}"#, false), (#""12345678é""#, false),
    (#"["1234567é"]"#, false), (#"["1é3456789012345"]"#, false), ("\"\u{7F}\"", true),
  ])
  func `the scanner says whether UTF-8 needs a check`(text: String, isASCII: Bool) throws {
    var scanner = JSONScanner(budget: Scan.budget)
    try scanner.scan(Array(text.utf8).span)
    #expect(scanner.isASCII == isASCII)
  }

  // MARK: The inner outline

  @Test(arguments: [
    (#"{"in":{"a":1,"b":[2,{"c":3}]},"x":{"d":4}}"#, [[#""a""#, "1"], [#""b""#, #"[2,{"c":3}]"#]]),
    (#"{"x":{"d":[4]},"in" : [ 1, [2,3] ,{"a":"b"}]}"#, [["", "1"], ["", "[2,3]"], ["", #"{"a":"b"}"#]]),
    (#"{"in":{},"x":[1]}"#, []), (#"{"in":{"a":1},"in":{"b":2}}"#, [[#""b""#, "2"]]),
    (#"{"in":{"a":1},"x":{"in":{"b":2}}}"#, [[#""a""#, "1"]]),
  ])
  func `the parts of the member that is named are outlined too`(text: String, parts: [[String]]) throws {
    let (bytes, outline) = try Self.inner(text)
    let start = try #require(outline.innerStart)
    #expect(bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "["))
    #expect(Self.text(outline.innerParts, bytes) == parts)
  }

  @Test(arguments: [
    "{}", #"{"in":1}"#, #"{"x":{"in":{"a":1}}}"#, #"[{"in":{"a":1}}]"#, #"["in",{"a":1}]"#,
    #"{"\u0069n":{"a":1}}"#,
    #"{"i":{"a":1}}"#,
  ])
  func `a text without that member has no inner outline`(text: String) throws {
    let (_, outline) = try Self.inner(text)
    #expect(outline.innerStart == nil && outline.innerParts.isEmpty)
  }

  @Test func `each text has an inner outline of its own`() throws {
    var scanner = Self.scanner
    for (text, count) in [(#"{"in":[1,2]}"#, 2), (#"{"x":[1]}"#, 0), (#"{"in":[1]}"#, 1), ("[]", 0)] {
      try scanner.scan(Array(text.utf8).span)
      #expect(scanner.outline.innerParts.count == count)
      #expect((scanner.outline.innerStart != nil) == (count > 0))
    }
  }

  @Test(arguments: [
    #"{}"#, #"{"a":1}"#, #"{"a":[1,{"b":"}"}],"c":{"d":{}},"e":"\"x"}"#, "{ \"a\" : -1e2 ,\n \"b\":null }",
  ])
  func `the members of an object inside a text are those of the object`(object: String) throws {
    let bytes = Array(#"[0,\#(object),{"x":1}]"#.utf8)
    #expect(Self.text(JSONOutline.members(of: bytes.span, at: 3), bytes) == (try Self.members(object)))
  }

  private static var scanner: JSONScanner {
    JSONScanner(budget: Scan.budget, outlining: NameWord(Array("in".utf8).span, 0..<2))
  }

  private static func inner(_ text: String) throws -> ([UInt8], JSONOutline) {
    var scanner = scanner
    let bytes = Array(text.utf8)
    try scanner.scan(bytes.span)
    return (bytes, scanner.outline)
  }

  private static func text(_ parts: [JSONOutline.Part], _ bytes: [UInt8]) -> [[String]] {
    parts.map { part in [part.name, part.value].map { String(decoding: bytes[$0], as: UTF8.self) } }
  }

  private static func members(_ text: String) throws -> [[String]] {
    let bytes = Array(text.utf8)
    return try Scan.outline(text).members.map { member in
      [member.name, member.value].map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }
}
