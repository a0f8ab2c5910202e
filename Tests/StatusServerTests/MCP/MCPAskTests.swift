import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// `retry` that lets a person choose.
struct MCPAskTests {
  init() {
    EventLoopThread.start()
  }

  private static let capabilities = #""io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}"#
  private static let version = #""io.modelcontextprotocol/protocolVersion":"2026-07-28""#

  /// A stage whose state has failed, and the id of the failure.
  @LoopActor
  private static func failed() throws -> (MCPStage, String) {
    let stage = MCPStage()
    let id = stage.call("refresh")
    stage.state.fail(.serverError)
    let failure = try stage.response(id)["result"]?.structured?["failure"]
    return (stage, try #require(failure?["failureId"]?.string))
  }

  @LoopActor
  private static func retry(
    _ stage: MCPStage, _ arguments: String, _ more: String = "", capabilities: String = capabilities
  ) -> Int {
    stage.request(
      "tools/call",
      #""name":"retry","arguments":\#(arguments),"_meta":{\#(version),\#(capabilities)}\#(more)"#)
  }

  @LoopActor @Test func `the person is asked, and what they choose is done`() throws {
    let (stage, failure) = try Self.failed()
    let asked = try #require(try stage.response(Self.retry(stage, #"{"ask":true}"#))["result"])
    #expect(asked["resultType"]?.string == "input_required")
    #expect(asked["requestState"]?.string == failure)
    let form = try #require(asked["inputRequests"]?["option"]?["params"])
    let choices = try #require(form["requestedSchema"]?["properties"]?["optionId"]?["oneOf"])
    let ids = choices.elements.compactMap { $0["const"]?.string }
    #expect(ids.contains("tryAgain") && !ids.contains("cancel"))
    let chosen = Self.retry(
      stage, #"{"ask":true}"#,
      #","requestState":"\#(failure)","inputResponses":{"option":{"action":"accept","content":{"optionId":"tryAgain"}}}"#
    )
    _ = stage.read()
    stage.state.succeed(ResourceValue(normalised: Array("1".utf8)))
    #expect(try stage.response(chosen)["result"]?.structured?["recovered"]?.boolean == true)
  }

  @LoopActor @Test func `who declines settles the failure, and who cancels leaves it open`() throws {
    let (stage, failure) = try Self.failed()
    func answer(_ action: String) throws -> JSONValue? {
      try stage.response(
        Self.retry(
          stage, #"{"ask":true}"#,
          #","requestState":"\#(failure)","inputResponses":{"option":{"action":"\#(action)"}}"#))["result"]
    }
    #expect(try answer("cancel")?.structured?["recovered"]?.boolean == false)
    #expect(try stage.result(of: "get_state").structured?["failure"] != nil)
    #expect(try answer("decline")?.structured?["optionId"]?.string == "cancel")
    #expect(try stage.result(of: "get_state").structured?["failure"] == nil)
  }

  @LoopActor @Test func `a client that cannot show a form is told what it lacks`() throws {
    let (stage, _) = try Self.failed()
    let id = Self.retry(
      stage, #"{"ask":true}"#, capabilities: #""io.modelcontextprotocol/clientCapabilities":{}"#)
    let error = try stage.response(id)["error"]
    #expect(error?["code"]?.integer == -32021)
    #expect(error?["data"]?["requiredCapabilities"]?["elicitation"] != nil)
    #expect(try stage.result(of: "retry", #"{"ask":true}"#)["isError"]?.boolean == true)
  }

  @LoopActor @Test func `a state that names no failure is refused`() throws {
    let (stage, _) = try Self.failed()
    let id = Self.retry(
      stage, #"{"ask":true}"#, #","requestState":"f99","inputResponses":{"option":{"action":"accept"}}"#)
    #expect(try stage.response(id)["error"]?["code"]?.integer == -32602)
  }
}
