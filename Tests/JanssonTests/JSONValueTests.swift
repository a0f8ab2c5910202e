import Jansson
import Testing

@Suite struct JSONValueTests {
  // MARK: Scalars

  @Test(arguments: [("10", 10), ("10.0", 10), ("1e1", 10), ("100E-1", 10), ("-0.0", 0), ("-3", -3)])
  func `an integer may be written in several ways`(text: String, value: Int) throws {
    #expect(try JSONValue.parse(text).integer == value)
  }

  @Test(arguments: ["10.5", "1e-1", "1e19", "-1e300", "\"10\"", "true", "null", "[]"])
  func `what is no integer is none`(text: String) throws {
    #expect(try JSONValue.parse(text).integer == nil)
  }

  @Test(arguments: [
    ("0.1", 0.1), ("3", 3), ("1e-400", 0), ("1.7976931348623157e308", .greatestFiniteMagnitude),
  ])
  func `a number is the nearest double`(text: String, value: Double) throws {
    #expect(try JSONValue.parse(text).number == value)
  }

  @Test func `a negative zero keeps its sign`() throws {
    #expect(try JSONValue.parse("-0.0").number?.sign == .minus)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\u0000b""#, "a\0b"), (#""\u0000""#, "\0"), (#""\ud83d\udef5é""#, "🛵é"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
  ])
  func `a string is what its escapes mean, U+0000 included`(text: String, value: String) throws {
    #expect(try JSONValue.parse(text).string == value)
  }

  @Test func `no scalar can be read as another kind`() throws {
    for text in ["\"1\"", "1", "1.5", "true", "null", "[1]", #"{"a":1}"#] {
      let value = try JSONValue.parse(text)
      #expect((value.string != nil) == (value.kind == .string))
      #expect((value.boolean != nil) == (value.kind == .boolean))
      #expect((value.number != nil) == [.integer, .real].contains(value.kind))
      #expect(value.isNull == (value.kind == .null))
    }
  }

  @Test(arguments: [("true", true), ("false", false)])
  func `a boolean is read`(text: String, value: Bool) throws {
    #expect(try JSONValue.parse(text).boolean == value)
  }

  // MARK: Containers

  @Test func `members come in the order of the text`() throws {
    let names = (0..<100).map { "n\($0 * 7919 % 100)" }
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try JSONValue.parse(text).members.map(\.name) == names)
  }

  @Test func `elements come in the order of the text`() throws {
    #expect(try JSONValue.parse("[3,1,2]").elements.map(\.integer) == [3, 1, 2])
  }

  @Test(arguments: ["", "é", "a b", "🛵", "/~"])
  func `a member is found by any name`(name: String) throws {
    #expect(try JSONValue.parse("{\"x\":0,\"\(name)\":7}")[name]?.integer == 7)
  }

  @Test(arguments: [
    ("{}", "a"), (#"{"ab":1}"#, "a"), (#"{"a":1}"#, "ab"), ("[1]", "0"), ("1", ""), ("null", "a"),
  ])
  func `a member that is not there is nil`(text: String, name: String) throws {
    #expect(try JSONValue.parse(text)[name] == nil)
  }

  @Test(arguments: [-1, 2, .max, .min])
  func `an element outside the array is nil`(index: Int) throws {
    #expect(try JSONValue.parse("[1,2]")[index] == nil)
  }

  @Test(arguments: [
    ("{}", 0), (#"{"a":1,"b":[1,2,3]}"#, 2), ("[]", 0), ("[[],[]]", 2), ("\"abc\"", 0), ("12", 0),
  ])
  func `the count is that of members or elements`(text: String, count: Int) throws {
    #expect(try JSONValue.parse(text).count == count)
  }

  @Test(arguments: ["1", "\"a\"", "null", "[1]"])
  func `what is no object has no members`(text: String) throws {
    #expect(try JSONValue.parse(text).members.isEmpty)
  }

  @Test func `what is no array has no elements`() throws {
    #expect(try JSONValue.parse(#"{"0":1}"#).elements.map(\.integer) == [])
  }

  // MARK: Ownership

  @Test func `a member outlives its parent`() throws {
    var parent: JSONValue? = try JSONValue.parse(#"{"a":{"b":["deep inside"]}}"#)
    let inner = parent?["a"]?["b"]
    let element = parent?["a"]?.members.first?.value[0]
    parent = nil
    #expect(inner?[0]?.string == "deep inside")
    #expect(element?.string == "deep inside")
  }
}
