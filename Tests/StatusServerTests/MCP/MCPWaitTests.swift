import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Waiting, progress, and calls that are given up.
struct MCPWaitTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a wait ends with its condition, and says what is there`() throws {
    let stage = MCPStage()
    let id = stage.call("wait_for", #"{"until":{"path":"/s","equals":"passed"},"interval":5}"#)
    _ = stage.read()
    stage.state.succeed(ResourceValue(normalised: Array(#"{"s":"running"}"#.utf8)))
    #expect(stage.read() == [])
    while stage.state.underWay == 0 { stage.advance(by: .seconds(1)) }
    stage.state.succeed(ResourceValue(normalised: Array(#"{"s":"passed"}"#.utf8)))
    let result = try #require(try stage.response(id)["result"])
    #expect(result["isError"] == nil)
    #expect(result.structured?["reason"]?.string == "met")
    #expect(result.structured?["snapshot"]?["value"]?["s"]?.string == "passed")
    #expect(result.texts.first?.contains(#"/s is "passed""#) == true)
    #expect(result.texts.count == 2)
  }

  @LoopActor @Test func `a wait ends before the host hangs up, and says to call again`() throws {
    let stage = MCPStage()
    try stage.fetch(#"{"s":"running"}"#)
    let id = stage.call("wait_for", #"{"until":{"path":"/s","equals":"passed"},"interval":86400}"#)
    _ = stage.read()
    stage.advance(by: .seconds(44))
    #expect(stage.read() == [])
    stage.advance(by: .seconds(1))
    let result = try #require(try stage.response(id)["result"])
    #expect(result["isError"] == nil)
    #expect(result.structured?["reason"]?.string == "timeout")
    let text = result.texts.first ?? ""
    #expect(text.contains(#"/s is "running""#) && text.contains("Call wait_for again"))
  }

  @LoopActor @Test func `a failure that does not pass by itself ends a wait`() throws {
    let stage = MCPStage()
    let id = stage.call("wait_for", #"{"until":{"exists":true}}"#)
    _ = stage.read()
    stage.state.fail(.unauthorized)
    let result = try #require(try stage.response(id)["result"])
    #expect(result["isError"]?.boolean == true)
    #expect(result.texts.first?.contains("signIn") == true)
  }

  @LoopActor @Test func `each attempt of a fetch is progress`() throws {
    let stage = MCPStage(retries: 3)
    let id = stage.call("refresh", token: #""t""#)
    #expect(stage.read() == [Self.progress(#""t""#, 1, "state: attempt 1 of 3")])
    stage.state.fail(.serverError)
    while stage.state.attempts.count < 2 { stage.advance(by: .milliseconds(100)) }
    #expect(stage.read() == [Self.progress(#""t""#, 2, "state: attempt 2 of 3")])
    stage.state.succeed(ResourceValue(normalised: Array("1".utf8)))
    _ = try stage.response(id)
    stage.advance(by: .seconds(60))
    #expect(stage.read() == [], "nothing comes after the response")
  }

  @LoopActor @Test func `a long wait says every ten seconds that it goes on`() {
    let stage = MCPStage()
    stage.call("wait_for", #"{"until":{"exists":true}}"#, token: "7")
    _ = stage.read()
    stage.advance(by: .seconds(10))
    #expect(stage.read() == [Self.progress("7", 1, "waiting for state, for 10 s")])
    stage.advance(by: .seconds(10))
    #expect(stage.read() == [Self.progress("7", 2, "waiting for state, for 20 s")])
  }

  @LoopActor @Test func `the oldest version has progress without a message`() {
    let stage = MCPStage("2024-11-05")
    stage.call("refresh", token: "7")
    #expect(
      stage.read() == [
        #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}"#
      ])
  }

  private static func progress(_ token: String, _ count: Int, _ message: String) -> String {
    #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":\#(token),"progress":\#(count),"#
      + #""message":"\#(message)"}}"#
  }

  @LoopActor @Test func `a cancelled call is not answered, and nothing more is sent for it`() throws {
    let stage = MCPStage()
    let id = stage.call("refresh", token: "7")
    _ = stage.read()
    stage.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id),"reason":"x"}}"#)
    #expect(stage.read() == [])
    #expect(stage.state.underWay == 0)
    stage.advance(by: .seconds(60))
    #expect(stage.read() == [])
  }

  @LoopActor @Test(arguments: [#"{"requestId":99}"#, #"{"requestId":{}}"#, "{}"])
  func `cancelling what is not there does nothing`(params: String) throws {
    let stage = MCPStage()
    let id = stage.call("refresh")
    stage.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":\#(params)}"#)
    #expect(stage.read() == [])
    stage.state.succeed(ResourceValue(normalised: Array("1".utf8)))
    #expect(try stage.response(id)["result"] != nil)
  }

  @LoopActor @Test func `what cannot end in time is refused at the end`() throws {
    let stage = MCPStage()
    let id = stage.call("wait_for", #"{"until":{"exists":true}}"#)
    _ = stage.read()
    stage.session?.inputEnded()
    stage.advance(by: .seconds(10))
    #expect(try stage.response(id)["error"]?["code"]?.integer == 1001)
  }

  @LoopActor @Test func `the location is waited for`() throws {
    let stage = MCPStage()
    let result = try stage.result(of: "get_location")
    #expect(result.structured?["status"]?.string == "loaded")
    #expect(result.structured?["coordinate"] != nil)
  }
}
