import Jansson
import Testing

/// Conditions as words of the command line, asked of values.
struct ConditionTests {
  private static let value =
    #"{"state":"passed","n":1.0,"big":123456789012345678901234567890,"none":null,"a~b":{"c/d":[10,"20",[]]},"":7,"#
    + #""e\u00e9":"\u0041\/b","o":{"x":1,"y":[true,{"p":"q","r":2}]},"v":{"value":3}}"#

  private func holds(_ word: String) throws -> Bool {
    try Condition(word: word).holds(in: Array(Self.value.utf8))
  }

  @Test(arguments: [
    ("/state=passed", true), (#"/state="passed""#, true), ("/state=failed", false), ("/state=Passed", false),
    ("/n=1", true), ("/n=1.00e0", true), ("/n=0.1e1", true), ("/n=10e-1", true),
    ("/n=1.0000000000000000001", false),
    (#"/n="1""#, false), ("/n=01", false),
    ("/big=123456789012345678901234567890", true), ("/big=123456789012345678901234567891", false),
    ("/big=1.2345678901234567890123456789e29", true), ("/big=1.23456789012345678901234567890E+29", true),
    ("/none=null", true), (#"/none="null""#, false), ("/none=", false),
    ("/a~0b/c~1d/0=1e1", true), ("/a~0b/c~1d/1=20", false), (#"/a~0b/c~1d/1="20""#, true),
    ("/a~0b/c~1d/2=[]", true), ("/a~0b/c~1d/2={}", false), ("/a~0b/c~1d/00=10", false),
    ("/a~0b/c~1d/-=10", false),
    ("/=7", true), ("/eé=A/b", true), (#"/eé="\u0041\/\u0062""#, true),
    // “é” is one scalar here; Swift's strings would take “e” with an accent for it.
    ("/ee\u{301}=A/b", false),
    (#"/o={ "y" : [ true , {"r":2.0,"p":"q"} ] , "x" : 1 }"#, true), (#"/o={"x":1}"#, false),
    (#"/o={"x":1,"y":[true,{"p":"q","r":2}],"z":0}"#, false), (#"/o/y=[{"p":"q","r":2},true]"#, false),
    (#"/o/y/1={"p":"q","p":"q"}"#, false),
  ])
  func `equality is JSON's`(word: String, isSo: Bool) throws {
    #expect(try holds(word) == isSo)
    // What is there either equals or does not.
    let place = try #require(word.split(separator: "=", maxSplits: 1).first)
    let isThere = try holds(String(place))
    #expect(try holds(word.replacing("=", with: "!=", maxReplacements: 1)) == (isThere && !isSo))
  }

  /// Objects in one another, with their members in this order or the other.
  private func nested(_ depth: Int, turned: Bool, around leaf: String) -> String {
    (0..<depth).reduce(leaf) { inner, level in
      let members = [#""a":\#(level)"#, #""b":\#(inner)"#, #""c":[\#(level)]"#]
      return "{\((turned ? members.reversed() : members).joined(separator: ","))}"
    }
  }

  @Test(arguments: [1, 2, 60])
  func `members may be in another order at every depth`(depth: Int) throws {
    let text = Array(nested(depth, turned: false, around: #"[{"x":1,"y":2}]"#).utf8)
    let equal = nested(depth, turned: true, around: #"[{"y":2.0,"x":1}]"#)
    let other = nested(depth, turned: true, around: #"[{"y":2,"x":2}]"#)
    #expect(try Condition(word: "=\(equal)").holds(in: text))
    #expect(try !Condition(word: "=\(other)").holds(in: text))
    #expect(try Condition(word: "\(String(repeating: "/b", count: depth))/0/y=2").holds(in: text))
  }

  @Test(arguments: [
    ("/state", true), ("!/state", false), ("/none", true), ("/gone", false), ("!/gone", true), ("", true),
    ("!", false), ("/state/x", false), ("/a~0b/c~1d/3", false), ("/gone!=1", false), ("/v/value", true),
    ("/value", false), ("/o/x/", false),
  ])
  func `null is something, and a way through a scalar leads nowhere`(word: String, isSo: Bool) throws {
    #expect(try holds(word) == isSo)
  }

  @Test(arguments: [
    ("/n>=1", true), ("/n<=1", true), ("/n>=1.0000000000000000000000001", false),
    ("/n<=0.99999999999999999999", false),
    ("/n>=-5", true), ("/n<=-5", false), ("/n>=0", true), ("/big>=123456789012345678901234567889", true),
    ("/big>=123456789012345678901234567891", false), ("/big<=1e30", true), ("/big<=9e28", false),
    ("/state>=0", false), ("/state<=0", false), ("/gone<=1", false), ("/a~0b/c~1d/1>=1", false),
    ("/n>= 1 ", true), ("/n<=1e999999999999999999999999999999999999999999", true), ("/n<=-1e-9999", false),
  ])
  func `only numbers are large or small`(word: String, isSo: Bool) throws {
    #expect(try holds(word) == isSo)
  }

  @Test(arguments: [
    ("state=passed", Condition.WordError.pointer), (".state=passed", .pointer), ("/a~2=1", .pointer),
    ("/a~~", .pointer), ("a~", .pointer), ("changed~", .pointer), ("Changed", .pointer), ("/a~=1", .pointer),
    ("state", .pointer), ("!state", .pointer), ("/n>=one", .number), ("/n<=", .number),
    (#"/n>="1""#, .number),
    ("/n<=0x10", .number), ("!/n>x=1", .pointer),
  ])
  func `other words are no conditions`(word: String, error: Condition.WordError) {
    #expect(throws: error) { try Condition(word: word) }
  }

  @Test(arguments: [
    ("/a!=1=2", Condition.Test.not(JSONText { $0.string("1=2") })),
    ("/a==", .oneOf([JSONText { $0.string("=") }])), ("/a>b", .exists(true)),
    ("/a<b=1", .oneOf([JSONText { $0.integer(1) }])),
    ("=true", .oneOf([JSONText { $0.boolean(true) }])),
    ("/a= [1, 2] ", .oneOf([JSONText(trusting: Array("[1,2]".utf8))])),
  ])
  func `the first equals sign ends the pointer`(word: String, test: Condition.Test) throws {
    #expect(try Condition(word: word).test == test)
  }

  @Test(arguments: [
    ("changed", [String]()), ("~", []), ("/state~", ["state"]), ("/a~0~", ["a~"]), ("/changed~", ["changed"]),
  ])
  func `a tilde behind the pointer asks for a change`(word: String, tokens: [String]) throws {
    #expect(try Condition(word: word) == Condition(JSONPlace(tokens), .changed))
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1.0}"#, false), (#"{"a":1}"#, #"{"a":2}"#, true), (#"{"a":1}"#, "{}", true),
    ("{}", #"{"a":null}"#, true), ("{}", #"{"b":1}"#, false), (#"{"a":[1]}"#, #"{"b":0,"a":[1]}"#, false),
  ])
  func `what has changed is another, or is there, or is not there any more`(
    before: String, after: String, isSo: Bool
  ) throws {
    let condition = try Condition(word: "/a~")
    let part = condition.part(of: Array(before.utf8))
    #expect(condition.holds(in: Array(after.utf8), after: part) == isSo)
  }

  @Test func `one of several is enough`() {
    let place = JSONPlace(["state"])
    let texts = ["failed", "passed"].map { word in JSONText { $0.string(word) } }
    let bytes = Array(Self.value.utf8)
    #expect(Condition(place, .oneOf(texts)).holds(in: bytes))
    #expect(!Condition(place, .oneOf([texts[0]])).holds(in: bytes))
  }
}

extension Condition {
  /// As `holds(in:)` of the bytes; a span cannot stand in an expectation.
  func holds(in bytes: [UInt8], after before: [UInt8]? = nil) -> Bool { holds(in: bytes.span, after: before) }
}
