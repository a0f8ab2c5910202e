import Engine
import EngineTestSupport
import Foundation
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// What a model gets from the tools.
struct MCPToolTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a success has its JSON as structure and as text`() throws {
    let stage = MCPStage()
    try stage.fetch(#"{"a":"\u0001é"}"#)
    let result = try stage.result(of: "get_state")
    #expect(result["isError"] == nil)
    let text = try JSONValue.parse(Array(try #require(result.texts.first).utf8).span)
    #expect(text["value"]?["a"]?.string == result.structured?["value"]?["a"]?.string)
    #expect(text["value"]?["a"]?.string == "\u{1}é")
    #expect(result.texts.count == 1)
  }

  @LoopActor @Test func `older versions have the text alone`() throws {
    let stage = MCPStage("2025-03-26")
    try stage.fetch(#"{"a":1}"#)
    let result = try stage.result(of: "get_state")
    #expect(result.structured == nil)
    #expect(result.texts.first?.contains(#""value":{"a":1}"#) == true)
  }

  @LoopActor @Test func `the text of a failing refresh suffices to call retry`() throws {
    let stage = MCPStage()
    let id = stage.call("refresh")
    stage.state.fail(.serverError)
    let failed = try #require(try stage.response(id)["result"])
    #expect(failed["isError"]?.boolean == true)
    let text = try #require(failed.texts.first)
    let failure = try #require(failed.structured?["failure"])
    for option in try #require(failure["recoveryOptions"]).elements
    where option["performedBy"]?.string == "server" {
      #expect(text.contains(option["id"]?.string ?? "?"))
    }
    let start = try #require(text.range(of: "call retry with ")).upperBound
    let end = try #require(text[start...].firstIndex(of: "}"))
    let retry = stage.call("retry", String(text[start...end]))
    stage.state.succeed(ResourceValue(normalised: Array("7".utf8)))
    let recovered = try #require(try stage.response(retry)["result"]?.structured)
    #expect(recovered["recovered"]?.boolean == true)
    #expect(recovered["result"]?["value"]?.integer == 7)
  }

  @LoopActor @Test func `a failing retry is an error with the fresh failure`() throws {
    let stage = MCPStage()
    let first = stage.call("refresh")
    stage.state.fail(.serverError)
    let failureID = try #require(
      try stage.response(first)["result"]?.structured?["failure"]?["failureId"]?.string)
    let retry = stage.call("retry", #"{"failureId":"\#(failureID)"}"#)
    stage.state.fail(.serverError)
    let result = try #require(try stage.response(retry)["result"])
    #expect(result["isError"]?.boolean == true)
    #expect(result.structured?["failure"]?["previousFailureId"]?.string == failureID)
  }

  @LoopActor
  @Test(arguments: [
    ("get_state", #"{"resource":"stat"}"#, "did you mean state?", "/resource"),
    ("get_state", #"{"resourse":"state"}"#, "get_state has no argument", "/resourse"),
    ("refresh", #"{"timeout":0}"#, "arguments.timeout must be between 0.05 and 3600, got 0", "/timeout"),
    ("refresh", #"{"arguments":{"x":"1"}}"#, "arguments.arguments must be left out", "/arguments"),
    ("get_state", #"{"limit":1.5}"#, "arguments.limit must be a whole number", "/limit"),
    ("get_state", #"{"path":"x"}"#, "arguments.path must be a JSON Pointer", "/path"),
    ("get_state", #"{"path":"/b"}"#, "did you mean /a?", "/path"),
    ("wait_for", #"{"until":{"path":"/a"}}"#, "arguments.until must have one of", "/until"),
    ("wait_for", #"{"until":[{"equals":1},{}]}"#, "arguments.until.1 must have one of", "/until/1"),
    ("wait_for", "{}", "arguments.until is required", "/until"),
    ("wait_for", #"{"until":{"exists":true},"patience":"x"}"#, "value of arguments.patience", "/patience"),
    ("retry", #"{"ask":true}"#, "arguments.ask needs a client", "/ask"),
    ("set_auto_polling", #"{"enabled":1}"#, "arguments.enabled must be true or false", "/enabled"),
  ])
  func `wrong arguments are a result that says how to mend them`(
    tool: String, arguments: String, words: String, path: String
  ) throws {
    let stage = MCPStage()
    try stage.fetch(#"{"a":1}"#)
    let result = try stage.result(of: tool, arguments)
    #expect(result["isError"]?.boolean == true)
    #expect(result.texts.first?.contains(words) == true, "\(result.texts)")
    #expect(result.texts.joined().contains("params.") == false)
    #expect(result.structured?["failure"]?["detail"]?["path"]?.string == "/arguments" + path)
  }

  @LoopActor @Test func `a failure that is not known is said so`() throws {
    let result = try MCPStage().result(of: "retry", #"{"failureId":"f99"}"#)
    #expect(result["isError"]?.boolean == true)
    let failure = try #require(result.structured?["failure"])
    #expect(failure["kind"]?.string == "failureNotFound")
    #expect(failure["detail"]?["path"]?.string == "/arguments/failureId")
  }

  @LoopActor @Test func `what is no call of a tool is an error of the protocol`() throws {
    let stage = MCPStage()
    let unknown = try stage.response(stage.call("get_stat"))["error"]
    #expect(unknown?["code"]?.integer == -32602)
    #expect(unknown?["data"]?["detail"]?["path"]?.string == "/name")
    #expect(unknown?["data"]?["detail"]?["suggestion"]?.string == "get_state")
    let scalar = stage.request("tools/call", #""name":"get_state","arguments":1"#)
    #expect(try stage.response(scalar)["error"]?["code"]?.integer == -32602)
  }

  @LoopActor @Test func `a revision that is known is not repeated`() throws {
    let stage = MCPStage()
    try stage.fetch("1")
    let revision = try #require(try stage.result(of: "get_state").structured?["revision"]?.integer)
    let same = try stage.result(of: "get_state", #"{"ifRevision":\#(revision)}"#).structured
    #expect(same?["unchanged"]?.boolean == true)
    #expect(same?["revision"]?.integer == revision)
    #expect(same?["value"] == nil)
    try stage.fetch("2")
    let other = try stage.result(of: "get_state", #"{"ifRevision":\#(revision)}"#).structured
    #expect(other?["value"]?.integer == 2)
  }

  @LoopActor @Test func `each tool takes what its description says`() throws {
    let stage = MCPStage(isManual: true)
    let listed = try #require(try stage.response(stage.request("tools/list"))["result"]?["tools"])
    let profile = try #require(stage.session?.profile.asMCP)
    #expect(listed.elements.map { $0["name"]?.string ?? "" } == profile.tools.names)
    for tool in listed.elements {
      let signature = try #require(profile.tools[MethodName(tool["name"]?.string ?? "")]).signature
      let schema = try #require(tool["inputSchema"])
      #expect(Set(signature.parameters.map(\.name)) == Set(schema["properties"]?.members.map(\.name) ?? []))
      let required = signature.parameters.filter(\.isRequired).map(\.name)
      #expect(required == schema["required"]?.elements.compactMap(\.string) ?? [])
      for parameter in signature.parameters {
        guard case .number(let range) = parameter.type else { continue }
        let property = schema["properties"]?[parameter.name]
        #expect(property?["minimum"]?.number == range.lowerBound, "\(signature.name).\(parameter.name)")
        #expect(property?["maximum"]?.number == range.upperBound, "\(signature.name).\(parameter.name)")
      }
    }
  }

  @LoopActor @Test func `the clock can be moved where it is manual, and nowhere else`() throws {
    let stage = MCPStage(isManual: true)
    #expect(
      try stage.result(of: "advance_clock", #"{"seconds":1}"#).structured?["now"]?.string?.isEmpty == false)
    let other = MCPStage()
    #expect(
      try other.response(other.call("advance_clock", #"{"seconds":1}"#))["error"]?["code"]?.integer == -32602)
    let tools = try other.response(other.request("tools/list"))["result"]?["tools"]
    #expect(tools?.elements.contains { $0["name"]?.string == "advance_clock" } == false)
  }

  @LoopActor @Test func `the instructions are short, for each conversation has them`() {
    #expect(MCPInstructions.text.utf8.count < 1_000)
  }
}

extension SpokenProfile {
  /// nil for another profile than that of the Model Context Protocol.
  fileprivate var asMCP: MCPProfile? {
    if case .other(let profile) = self { profile as? MCPProfile } else { nil }
  }
}
