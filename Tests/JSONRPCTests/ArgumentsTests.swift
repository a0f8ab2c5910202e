import JSONRPC
import Jansson
import Testing

@Suite struct ArgumentsTests {
  private static let signature = MethodSignature(
    "order",
    [
      .required("dish", .string), .optional("count", .number(0.5...10)), .optional("hot", .boolean),
      .optional("table", .integer), .optional("note", .object),
    ])
  private static let cancel = MethodSignature("$/cancelRequest", [.required("id", .requestID)])

  private static func arguments(
    _ params: String, _ signature: MethodSignature = signature
  ) throws(ProtocolProblem) -> Arguments {
    let text = #"{"jsonrpc":"2.0","id":1,"method":"\#(signature.name)","params":\#(params)}"#
    guard let call = Decoded.call(text) else { throw .init(.parseError, "not even a call") }
    return try Arguments(call.params, for: signature)
  }

  private static func problem(_ params: String, _ signature: MethodSignature = signature) -> ProtocolProblem?
  {
    do throws(ProtocolProblem) {
      _ = try arguments(params, signature)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Taken

  @Test(arguments: [
    #"{"dish":"soup","count":2,"hot":true,"table":7,"note":{"x":1}}"#, #"["soup",2,true,7,{"x":1}]"#,
    #"{"note":{"x":1},"table":7.0,"hot":true,"count":2.0,"dish":"soup"}"#,
    #"["soup",2e0,true,0.7e1,{"x":1}]"#,
  ])
  func `params are bound by name or by position`(params: String) throws {
    let arguments = try Self.arguments(params)
    #expect(arguments.string("dish") == "soup" && arguments.number("count") == 2)
    #expect(arguments.boolean("hot") == true && arguments.integer("table") == 7)
    #expect(arguments.object("note")?["x"]?.integer == 1)
  }

  @Test(arguments: [
    #"{"dish":"soup"}"#, #"["soup"]"#, #"{"dish":"soup","count":null,"hot":null}"#, #"["soup",null]"#,
  ])
  func `an optional param may be absent or null`(params: String) throws {
    let arguments = try Self.arguments(params)
    #expect(
      arguments.number("count") == nil && arguments.boolean("hot") == nil && arguments.integer("table") == nil
    )
  }

  @Test(arguments: ["10", "10.0", "1e1", "100e-1"])
  func `an integer may be written in several ways`(number: String) throws {
    #expect(try Self.arguments(#"{"dish":"","table":\#(number)}"#).integer("table") == 10)
  }

  @Test(arguments: ["0.5", "10", "10.0", "5e-1"])
  func `a range includes its ends`(number: String) throws {
    #expect(try Self.arguments(#"["",\#(number)]"#).number("count") != nil)
  }

  @Test(arguments: ["null", "[]", "{}"])
  func `no params are enough where none is required`(params: String) throws {
    #expect(try Self.arguments(params, MethodSignature("x", [.optional("a", .string)])).string("a") == nil)
  }

  @Test(arguments: [
    (#"{"b":1e400}"#, "range", "/b"), (#"{"b":[{"c":1e400}]}"#, "range", "/b/0/c"),
    (#"{"b\u0000":1}"#, "unknown", "/b\0"), (#"{"b":{"\u0000":1}}"#, "unknown", "/b/\0"),
  ])
  func `what is passed over must be readable`(params: String, reason: String, path: String) {
    let lenient = MethodSignature("x", [.optional("a", .string)], ignoresUnknownParameters: true)
    #expect(Self.problem(params, lenient)?.reason == reason)
    #expect(Self.problem(params, lenient)?.path == path)
  }

  @Test func `unknown names can be passed over`() throws {
    let lenient = MethodSignature("x", [.optional("a", .string)], ignoresUnknownParameters: true)
    #expect(try Self.arguments(#"{"b":1,"a":"x","rootUri":null}"#, lenient).string("a") == "x")
  }

  @Test(arguments: [#"{"d\u0069sh":"so\u0075p\n"}"#, #"["so\u0075p\n"]"#, #"{"dish":"soup\n"}"#])
  func `names and values are what their escapes mean`(params: String) throws {
    #expect(try Self.arguments(params).string("dish") == "soup\n")
  }

  @Test(arguments: [(#"{"note":{},"dish":""}"#, "/dish"), (#"[""]"#, "/0"), (#"{"d\u0069sh":""}"#, "/dish")])
  func `an argument knows its place`(params: String, path: String) throws {
    #expect(try Self.arguments(params).path(of: "dish") == path)
  }

  @Test func `the first problem in the text counts`() {
    let params = #"{"dish":"a","count":1e400,"tabel":2,"hot":1}"#
    #expect(Self.problem(params)?.path == "/count")
    #expect(Self.problem(#"{"tabel":2,"count":1e400}"#)?.path == "/tabel")
  }

  // MARK: Refused

  @Test(arguments: [
    (#"{"count":2}"#, "missing", "/dish"), (#"{"dish":"a","tabel":2}"#, "unknown", "/tabel"),
    (#"{"dish":"a","a/b~c":2}"#, "unknown", "/a~1b~0c"), (#"["a",1,true,2,{},6,7]"#, "arity", "/5"),
    (#"{"dish":1}"#, "type", "/dish"), ("[1]", "type", "/0"), (#"{"dish":null}"#, "type", "/dish"),
    ("[null]", "type", "/0"), (#"{"dish":"a","hot":1}"#, "type", "/hot"),
    (#"{"dish":"a","hot":"true"}"#, "type", "/hot"),
    (#"["a","2"]"#, "type", "/1"), (#"{"dish":"a","table":1.5}"#, "type", "/table"),
    (#"{"dish":"a","note":[]}"#, "type", "/note"), (#"["a",0.25]"#, "range", "/1"),
    (#"{"dish":"a","count":10.5}"#, "range", "/count"),
    (#"{"dish":"a","count":-1e300}"#, "range", "/count"), ("null", "missing", "/dish"),
    ("{}", "missing", "/dish"),
  ])
  func `bad params say what and where`(params: String, reason: String, path: String) {
    let problem = Self.problem(params)
    #expect(problem?.code == .invalidParams)
    #expect(problem?.reason == reason)
    #expect(problem?.path == path)
  }

  @Test(arguments: [
    (#"{"dish":"a","count":1e400}"#, "range", "/count"), (#"["a",9223372036854775808]"#, "range", "/1"),
    (#"{"dish":"a","table":-9223372036854775809}"#, "range", "/table"), (#"{"dish":1e400}"#, "type", "/dish"),
    ("[1e400]", "type", "/0"), (#"{"dish":"a","hot":1e400}"#, "type", "/hot"),
    (#"{"dishes":1e400}"#, "unknown", "/dishes"),
    (#"["a",1,true,2,{},1e400]"#, "arity", "/5"),
    (#"{"dish":"a","note":{"x":[1e400]}}"#, "range", "/note/x/0"),
  ])
  func `a number beyond 64 bits is judged by what is due in its place`(
    params: String, reason: String, path: String
  ) {
    let problem = Self.problem(params)
    #expect(problem?.code == .invalidParams)
    #expect(problem?.reason == reason)
    #expect(problem?.path == path)
  }

  @Test(arguments: [
    (#"{"a\u0000b":1}"#, "/a\0b"), (#"{"dish":"a","\u0000":1}"#, "/\0"),
    (#"{"dish":"a","note":{"x":1,"\u0000":2}}"#, "/note/\0"), (#"["a",1,true,2,{"\u0000":2}]"#, "/4/\0"),
  ])
  func `a name with U+0000 is unknown, and told with its path`(params: String, path: String) {
    let problem = Self.problem(params)
    #expect(problem?.reason == "unknown")
    #expect(problem?.path == path)
  }

  @Test func `an unknown name gets the nearest known one`() {
    let problem = Self.problem(#"{"dsih":"soup"}"#)
    #expect(problem?.suggestion == "dish")
    #expect(problem?.explanation == #"order has no param "dsih", did you mean dish?"#)
  }

  @Test(arguments: [
    (#"{"dish":"a","count":0}"#, "params.count must be between 0.5 and 10, got 0"),
    (#"{"dish":true}"#, "params.dish must be a string, got true or false"),
    (#"{"count":1}"#, "params.dish is required"), (#"[1,2,3,4,5,6]"#, "order takes 5 params, got 6"),
    (#"{"dish":"a","table":1.5}"#, "params.table must be an integer, got a number"),
  ])
  func `a problem is a sentence that says what was expected`(params: String, sentence: String) {
    #expect(Self.problem(params)?.explanation == sentence)
  }

  @Test(arguments: ["x", "\u{301}", "\\u0001"])
  func `a name of a megabyte is not repeated in the answer`(character: String) {
    let name = String(repeating: character, count: 100_000)
    let problem = Self.problem(#"{"\#(name)":1}"#)
    #expect(problem?.reason == "unknown")
    #expect((problem?.path?.utf8.count ?? .max) < 1_000)
    #expect((problem?.explanation.utf8.count ?? .max) < 1_000)
  }

  // MARK: Ids

  @Test(arguments: ["1", "1.0", "1e2", #""a""#, #""\u0061""#, "123456789012345678901234567890", "null"])
  func `the id of another request is taken as it is written`(id: String) throws {
    for params in [#"{"id": \#(id) }"#, "[ \(id) ]", #"{"\u0069d":\#(id)}"#] {
      #expect(try Self.arguments(params, Self.cancel).requestID("id")?.description == id)
    }
  }

  @Test(arguments: ["true", "{}", "[1]"])
  func `what is no id is refused`(id: String) {
    #expect(Self.problem(#"{"id":\#(id)}"#, Self.cancel)?.reason == "type")
  }
}
