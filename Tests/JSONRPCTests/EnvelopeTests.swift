import JSONRPC
import Jansson
import Testing

@Suite struct EnvelopeTests {
  private static func call(_ members: String) -> String {
    #"{"jsonrpc":"2.0","method":"a",\#(members)}"#
  }

  // MARK: Ids

  @Test(arguments: [
    "1", "0", "-1", "1.0", "1e2", "1E+2", "-0", "123456789012345678901234567890", "1e400", "0.1", "null",
    #""""#, #""a""#, #""\u0061""#, #""\"\\\/\n""#, #""é🛵""#, #""\u0000""#, #""\ud83d\udef5""#,
  ])
  func `an id is kept byte for byte`(id: String) {
    #expect(Decoded(Self.call(#""id": \#(id) "#)) == .call(id: id, "a"))
  }

  @Test(arguments: ["true", "false", "{}", "[]", "[1]", #"{"a":1}"#])
  func `an id of another type is refused`(id: String) {
    #expect(Decoded(Self.call(#""id":\#(id)"#)) == .refused("idType"))
  }

  @Test(arguments: [(4_096, Decoded?.none), (4_097, .refused("idTooLong"))])
  func `an id may have 4,096 bytes`(count: Int, refusal: Decoded?) {
    for id in [String(repeating: "7", count: count), "\"" + String(repeating: "x", count: count - 2) + "\""] {
      #expect(Decoded(Self.call(#""id":\#(id)"#)) == refusal ?? .call(id: id, "a"))
    }
  }

  @Test func `a call without an id is a notification, one with null is a request`() {
    #expect(Decoded(#"{"jsonrpc":"2.0","method":"a"}"#) == .call(id: nil, "a"))
    #expect(Decoded(Self.call(#""id":null"#)) == .call(id: "null", "a"))
  }

  // MARK: Members

  @Test(arguments: [
    #"{"id":1,"method":"a"}"#, #"{"jsonrpc":"1.0","id":1,"method":"a"}"#,
    #"{"jsonrpc":2.0,"id":1,"method":"a"}"#,
    #"{"jsonrpc":null,"id":1,"method":"a"}"#, #"{"jsonrpc":"2","id":1,"method":"a"}"#, #"{"id":1}"#,
    #"{"jsonrpc":" 2.0","id":1,"method":"a"}"#, #"{"JSONRPC":"2.0","id":1,"method":"a"}"#,
  ])
  func `the version must be 2.0`(text: String) {
    #expect(Decoded(text) == .refused(id: "1", "version"))
  }

  @Test(arguments: ["1", "null", "[]", "{}", "true"])
  func `the method must be a string`(method: String) {
    #expect(Decoded(#"{"jsonrpc":"2.0","id":1,"method":\#(method)}"#) == .refused(id: "1", "method"))
  }

  @Test(arguments: [
    #""jsonrpc":1e400,"method":"a""#, #""jsonrpc":"2.0","method":1e400"#,
    #""jsonrpc":"2.0","method":"a","params":1e400"#,
  ])
  func `a number that fits nothing is told as such, whichever member it is`(members: String) {
    #expect(Decoded("{\"id\":1,\(members)}") == .refused(id: "1", "range"))
  }

  @Test func `a message without a method is refused`() {
    #expect(Decoded(#"{"jsonrpc":"2.0","id":1}"#) == .refused(id: "1", "method"))
    #expect(Decoded(#"{"jsonrpc":"2.0"}"#) == .refused("method"))
    #expect(Decoded("{}") == .refused("version"))
  }

  @Test(arguments: [
    ("\"\"", ""), (#""\u0061\/\n""#, "a/\n"), ("\"$/x\"", "$/x"), ("\"é\"", "é"), (#""\u0000""#, "\0"),
  ])
  func `a method's name is what its escapes mean`(literal: String, name: String) {
    #expect(Decoded(#"{"jsonrpc":"2.0","id":1,"method":\#(literal)}"#) == .call(id: "1", name))
  }

  @Test func `names of members may be escaped`() {
    #expect(Decoded(#"{"json\u0072pc":"2.\u0030","\u0069d":1,"m\u0065thod":"a"}"#) == .call(id: "1", "a"))
  }

  @Test(arguments: [
    #""x":1"#, #""x":{"id":2,"id":3}"#, #""Id":2"#, #""":"""#, #""\u0000":1"#, "\"\u{E9}\":1,\"e\u{301}\":2",
  ])
  func `other members are ignored`(member: String) {
    #expect(Decoded(Self.call(#""id":1,\#(member)"#)) == .call(id: "1", "a"))
  }

  @Test(arguments: ["1e400", "9223372036854775808", "[{\"y\":-1e999}]"])
  func `a number beyond 64 bits in the envelope is refused`(number: String) {
    #expect(Decoded(Self.call(#""id":1,"x":\#(number)"#)) == .refused(id: "1", "range"))
  }

  // MARK: Duplicates

  @Test(arguments: [
    (#""id":1,"x":1,"x":2"#, "1"), (#""id":1,"method":"b""#, "1"), (#""id":1,"jsonrpc":"2.0""#, "1"),
    (#""params":[],"id":1,"params":[]"#, "1"), (#""id":1,"id":1"#, "null"), (#""id":1,"\u0069d":2"#, "null"),
    (#""x":1,"x":1"#, "null"), (#""id":[],"id":1"#, "null"), (#""id":1,"x":1,"x":1,"id":1"#, "null"),
  ])
  func `two members of one name are refused`(members: String, id: String) {
    #expect(Decoded(Self.call(members)) == .refused(id: id, "duplicateKey"))
  }

  // MARK: Responses

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
    #"{"id":1,"result":null}"#, #"{"result":1}"#, #"{"error":null}"#,
    #"{"jsonrpc":"1.0","id":[],"result":1}"#,
    #"{"result":1,"result":2}"#, #"{"jsonrpc":"2.0","id":1,"result":1,"error":2,"params":3}"#,
    #"{"id":true,"result":1e400}"#,
  ])
  func `what looks like a response is never answered, however broken`(text: String) {
    #expect(Decoded(text) == .ignored)
  }

  @Test(arguments: ["result", "error"])
  func `a message is a call or a response, not both`(member: String) {
    #expect(Decoded(Self.call(#""id":1,"\#(member)":null"#)) == .refused(id: "1", "ambiguous"))
  }

  // MARK: Params

  @Test(
    arguments: [
      ("null", nil), ("[]", nil), ("{}", nil), ("[ ]", nil), ("[null]", .array), (#"{"a":null}"#, .object),
    ] as [(String, JSONValue.Kind?)])
  func `null and empty params are no params`(params: String, kind: JSONValue.Kind?) {
    #expect(Decoded(Self.call(#""id":1,"params":\#(params)"#)) == .call(id: "1", "a", params: kind))
  }

  @Test(arguments: [#""params""#, #""p\u0061rams""#])
  func `params are found, however their name is written`(name: String) throws {
    let call = try #require(Decoded.call(Self.call(#""id":1,\#(name): {"a" : "x", "b":[1] } "#)))
    let arguments = try Arguments(
      call.params, for: MethodSignature("a", [.required("a", .string)], ignoresUnknownParameters: true))
    #expect(arguments.string("a") == "x" && arguments.path(of: "a") == "/a")
  }

  @Test(arguments: [#""id\u0000":2"#, #""ids":[]"#, #""jsonrpc2":"1.0""#, #""":[]"#])
  func `a name that only begins like one of the protocol's is another`(member: String) {
    #expect(Decoded(Self.call(#""id":1,\#(member)"#)) == .call(id: "1", "a"))
  }

  @Test(arguments: ["1", "\"a\"", "true", "false", "-1"])
  func `params must be structured, in a notification too`(params: String) {
    #expect(Decoded(Self.call(#""id":1,"params":\#(params)"#)) == .refused(id: "1", "paramsType"))
    #expect(Decoded(Self.call(#""params":\#(params)"#)) == .refused("paramsType"))
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, ""), (#"{"a":{"b":[0,{"c":1,"c":2}]}}"#, "/a/b/1"), (#"[{"a":1,"\u0061":2}]"#, "/0"),
    (#"{"a/b":{"~":[{"x":1,"x":1}]}}"#, "/a~1b/~0/0"),
  ])
  func `two params of one name are refused, with the place`(params: String, path: String) {
    let text = Self.call(#""id":1,"params":\#(params)"#)
    #expect(Decoded(text) == .refused(id: "1", "duplicateKey"))
    #expect(Decoded.problem(text)?.path == path)
  }
}
