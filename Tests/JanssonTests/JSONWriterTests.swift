import Jansson
import Testing

@Suite struct JSONWriterTests {
  private static func text(_ write: (inout JSONWriter) -> Void) -> String {
    JSONText(write).description
  }

  // MARK: Structure

  @Test func `commas stand between values and nowhere else`() {
    let text = Self.text { json in
      json.array { json in
        json.array { _ in }
        json.object { _ in }
        json.object { json in
          json.member("a") { $0.array { $0.null() } }
          json.member("b", 1)
          json.member("c") { $0.object { $0.member("d", true) } }
          json.member("e", "f")
        }
        json.array(of: [1, 2]) { $0.integer($1) }
        json.number(0.5)
      }
    }
    #expect(text == #"[[],{},{"a":[null],"b":1,"c":{"d":true},"e":"f"},[1,2],0.5]"#)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, .signalingNaN])
  func `a number that JSON has no form for is null`(number: Double) {
    #expect(
      Self.text { json in
        json.array {
          $0.number(number)
          $0.number(1.5)
        }
      } == "[null,1.5]")
  }

  @Test func `an optional member without a value is left out`() {
    let text = Self.text { json in
      json.object { json in
        json.member("a", String?.none)
        json.member("b", Int?.none)
        json.member("c", 1.5 as Double?)
        json.member("d", Bool?.none)
        json.member("e", Double?.none)
        json.member("f", "" as String?)
      }
    }
    #expect(text == #"{"c":1.5,"f":""}"#)
  }

  @Test func `a value that was written before takes its place among others`() {
    let inner = JSONText { $0.object { $0.member("x", 1) } }
    let text = Self.text { json in
      json.array { json in
        json.text(inner)
        json.text(.null)
        json.integer(2)
      }
    }
    #expect(text == #"[{"x":1},null,2]"#)
  }

  @Test(arguments: [1, 3_000, 10_000])
  func `an object that was written before can get more members`(length: Int) {
    let value = JSONText { $0.string(String(repeating: "x", count: length)) }
    let own = JSONText { $0.object { $0.member("a", String(repeating: "x", count: length)) } }
    let shared = JSONText { $0.object { $0.member("a") { $0.text(value) } } }
    for object in [own, shared] {
      let text = Self.text { json in
        json.array { json in
          json.object(object) { $0.member("b", 1) }
          json.integer(2)
        }
      }
      #expect(text == #"[{"a":\#(value),"b":1},2]"#)
    }
  }

  @Test func `members that were encoded before take their place among others`() {
    let members = JSONMembers { json in
      json.member("b", 2)
      json.member("c", "d")
    }
    let text = Self.text { json in
      json.object { json in
        json.member("a", 1)
        json.members(members)
        json.member("e", true)
      }
    }
    #expect(text == #"{"a":1,"b":2,"c":"d","e":true}"#)
  }

  @Test func `a writer that begins anew has forgotten everything`() {
    let large = JSONText { $0.string(String(repeating: "x", count: 10_000)) }
    var writer = JSONWriter()
    for _ in 1...2 {
      writer.removeAll()
      writer.array { json in
        json.text(large)
        json.integer(1)
      }
      #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\(large),1]")
      #expect(writer.count == large.count + 4)
    }
  }

  // MARK: Numbers

  @Test(arguments: [
    (0, "0"), (0.1, "0.1"), (5, "5"), (-5, "-5"), (-0.0, "-0.0"), (0.1 + 0.2, "0.30000000000000004"),
    (1e15, "1000000000000000"), (1e16, "1e+16"), (1e-7, "1e-07"), (1.5e300, "1.5e+300"),
    (.leastNonzeroMagnitude, "5e-324"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (1.0 / 3, "0.3333333333333333"),
    (53.619653, "53.619653"), (9_007_199_254_740_992, "9007199254740992"), (100, "100"),
  ])
  func `a number is written with the fewest digits that read back the same`(value: Double, text: String)
    throws
  {
    let written = Self.text { $0.number(value) }
    #expect(written == text)
    #expect(try JSONValue.parse(written).number == value)
  }

  @Test(arguments: [0, -1, .max, .min])
  func `an integer is written in full`(value: Int) {
    #expect(Self.text { $0.integer(value) } == String(value))
  }

  // MARK: Strings

  @Test(arguments: [
    ("", #""""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#), ("\u{8}\u{C}", #""\u0008\u000c""#),
    ("\0\u{1F}", #""\u0000\u001f""#), ("\u{7F}", "\"\u{7F}\""), ("\u{85}", #""\u0085""#),
    ("a\u{2028}b\u{2029}", #""a\u2028b\u2029""#), ("\u{86}\u{2027}\u{202A}", "\"\u{86}\u{2027}\u{202A}\""),
    ("é🛵\u{10FFFF}", "\"é🛵\u{10FFFF}\""), ("\r\n", #""\r\n""#), ("\u{85}\u{85}", #""\u0085\u0085""#),
  ])
  func `a string is escaped where it must be, and where a line would break`(value: String, text: String) {
    #expect(Self.text { $0.string(value) } == text)
  }

  @Test func `a text can be written as a string, the large texts that it shares included`() {
    let large = JSONText { $0.string(String(repeating: "é\"\n", count: 5_000)) }
    let text = JSONText { json in
      json.array { json in
        json.string("\\")
        json.text(large)
        json.text(large)
      }
    }
    #expect(text.pieces.count > 1)
    #expect(Self.text { $0.string(of: text) } == Self.text { $0.string(text.description) })
  }

  @Test func `a member's name that is known at run time only is escaped like any string`() {
    #expect(Self.text { $0.object { $0.member(named: "a\"\n") { $0.integer(1) } } } == #"{"a\"\n":1}"#)
  }

  @Test func `every control character is escaped and reads back`() throws {
    let value = String(String.UnicodeScalarView((0..<0x20).compactMap { UnicodeScalar($0) }))
    let text = JSONText { $0.string(value) }
    #expect(text.bytes.allSatisfy { $0 >= 0x20 })
    #expect(try JSONValue.parse(text.bytes.span).string == value)
  }

  // MARK: Received values

  @Test(arguments: [
    "1", "1.0", "1e2", "-0", "123456789012345678901234567890", "null", #""\u0041\/""#, "\"é\"",
  ])
  func `a received value is kept byte for byte`(text: String) {
    #expect(Self.text { $0.received(Array(text.utf8).span) } == text)
  }

  @Test func `line breaks of a received value are escaped`() {
    let received = Array("\"a\u{85}b\u{2028}c\u{2029}d\u{2030}\"".utf8)
    #expect(Self.text { $0.received(received.span) } == "\"a\\u0085b\\u2028c\\u2029d\u{2030}\"")
  }

  @Test(arguments: [
    "", "7", "-12345678", "1234567890123456", #""12345678901234567890a""#, #""é""#, "\"a\u{2028}\u{85}\"",
  ])
  func `a short received value is written like any other`(text: String) throws {
    let bytes = Array(text.utf8)
    let word = ShortBytes(bytes.span, 0..<bytes.count)
    let short = try #require(word)
    let both = [Self.text { $0.received(short) }, Self.text { $0.received(bytes.span) }]
    #expect(both[0] == both[1])
    #expect(
      Self.text { json in
        json.array {
          $0.received(short)
          $0.integer(1)
        }
      } == "[\(both[0]),1]")
  }

  @Test func `a received value takes its place among others`() {
    let text = Self.text { json in
      json.array { json in
        json.received(Array("1".utf8).span)
        json.received(Array("\"a\"".utf8).span)
      }
    }
    #expect(text == #"[1,"a"]"#)
  }
}
