import JSONRPC
import Jansson
import Testing

/// The arguments of a call within a call, as those of a tool are.
@Suite struct ToolArgumentsTests {
  private static let outer = MethodSignature(
    "tools/call", [.required("name", .string), .optional("arguments", .arguments)],
    ignoresUnknownParameters: true)
  private static let tool = MethodSignature(
    "order", [.required("dish", .string), .optional("count", .number(0.5...10)), .optional("note", .object)],
    in: .arguments)

  private static func arguments(_ params: String) throws(ProtocolProblem) -> Arguments {
    let text = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(params)}"#
    guard let call = Decoded.call(text) else { throw .init(.parseError, "not even a call") }
    return try Arguments(call.params, for: outer).arguments("arguments", for: tool)
  }

  private static func problem(_ arguments: String) -> ProtocolProblem? {
    do throws(ProtocolProblem) {
      _ = try Self.arguments(#"{"name":"order","arguments":\#(arguments)}"#)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    #"{"name":"order","arguments":{"dish":"soup"}}"#, #"{"arguments":{"dish":"so\u0075p"},"name":"order"}"#,
    #"{"name":"order","arguments":{"dish":"soup","count":2,"note":{"a":[1,{"b":2}]}},"_meta":{"x":1}}"#,
    "{ \"name\" : \"order\" , \"arguments\" : { \"note\" : {} , \"dish\" : \"soup\" } }",
  ])
  func `they are read where they stand`(params: String) throws {
    #expect(try Self.arguments(params).string("dish") == "soup")
  }

  @Test func `a long object is read too`() throws {
    let note = (0..<200).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
    let arguments = try Self.arguments(
      #"{"name":"order","arguments":{"note":{\#(note)},"count":3,"dish":"soup"}}"#)
    #expect(arguments.string("dish") == "soup" && arguments.integer("count") == 3)
    #expect(arguments.object("note")?["m199"]?.integer == 199)
  }

  @Test(arguments: [
    ("{}", "missing", "/arguments/dish", "arguments.dish is required"),
    ("null", "missing", "/arguments/dish", "arguments.dish is required"),
    (#"{"dish":1}"#, "type", "/arguments/dish", "arguments.dish must be a string, got a number"),
    (
      #"{"dish":"a","count":0}"#, "range", "/arguments/count",
      "arguments.count must be between 0.5 and 10, got 0"
    ),
    (#"{"dish":"a","count":1e400}"#, "range", "/arguments/count", "arguments.count does not fit 64 bits"),
    (
      #"{"dish":"a","note":{"x":[1e400]}}"#, "range", "/arguments/note/x/0",
      "arguments.note.x.0 does not fit 64 bits"
    ),
    (
      #"{"dsih":"soup"}"#, "unknown", "/arguments/dsih",
      #"order has no argument "dsih", did you mean dish?"#
    ),
    (
      #"{"dish":"a","note":{"\u0000":2}}"#, "unknown", "/arguments/note/\0",
      "arguments.note has a name with U+0000 in it"
    ),
  ])
  func `their problems name them as their sender does`(
    arguments: String, reason: String, path: String, sentence: String
  ) {
    let problem = Self.problem(arguments)
    #expect(problem?.reason == reason)
    #expect(problem?.path == path)
    #expect(problem?.explanation == sentence)
  }

  @Test(arguments: [
    #"{"dish":"a","dish":"b"}"#, #"{"dish":"a","d\u0069sh":"b"}"#, #"{"note":{"a":1,"a":2},"dish":""}"#,
    #"{"note":{"long":"\#(String(repeating: "x", count: 2_000))","b":1,"b":2},"dish":""}"#,
  ])
  func `a name that an object has twice is refused with the message`(arguments: String) {
    let problem = Decoded.problem(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"order","arguments":\#(arguments)}}"#)
    #expect(problem?.reason == "duplicateKey")
  }

  @Test func `a param is found behind thousands that are passed over`() throws {
    let others = (0..<3_000).map { #""x\#($0)":1"# }.joined(separator: ",")
    #expect(
      try Self.arguments(#"{\#(others),"name":"order","arguments":{"dish":"soup"}}"#).string("dish") == "soup"
    )
  }
}
