import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Resources to read and to subscribe to.
struct MCPResourceTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `what is listed can be read`() throws {
    let stage = MCPStage()
    try stage.fetch("[1,2]")
    let listed = try #require(try stage.response(stage.request("resources/list"))["result"]?["resources"])
    #expect(
      listed.elements.map { $0["uri"]?.string } == [
        "statusd://resource/state", "statusd://resource/menu", "statusd://location",
      ])
    for resource in listed.elements {
      let uri = try #require(resource["uri"]?.string)
      let id = stage.request("resources/read", #""uri":"\#(uri)""#)
      let content = try #require(try stage.response(id)["result"]?["contents"]?.firstElement)
      #expect(content["uri"]?.string == uri)
      #expect(content["text"]?.string?.utf8.count == resource["size"]?.integer)
    }
  }

  @LoopActor @Test func `a part of a value can be read`() throws {
    let stage = MCPStage()
    try stage.fetch(#"{"a b":[1,2]}"#)
    let id = stage.request("resources/read", #""uri":"statusd://resource/state?path=%2Fa%20b%2F1""#)
    let content = try #require(try stage.response(id)["result"]?["contents"]?.firstElement)
    #expect(content["text"]?.string == "2")
  }

  @LoopActor
  @Test(arguments: [
    "statusd://resource/none", "statusd://resource/state?path=/none", "statusd://resource/state?x=1",
    "statusd://resource/state;a=b", "statusd://nowhere", "https://example.org", "", "statusd://resource/%zz",
  ])
  func `what is not there is not found`(uri: String) throws {
    let stage = MCPStage()
    let old = try stage.response(stage.request("resources/read", #""uri":"\#(uri)""#))["error"]
    #expect(old?["code"]?.integer == -32002)
    #expect(old?["data"]?["uri"]?.string == uri)
    let new = stage.request("resources/read", #""uri":"\#(uri)""#, perRequest: true)
    #expect(try stage.response(new)["error"]?["code"]?.integer == -32602)
  }

  @LoopActor @Test
  func `a client is notified of what it has subscribed to, before a response that knows of it`() throws {
    let stage = MCPStage()
    _ = try stage.response(stage.request("resources/subscribe", #""uri":"statusd://resource/state""#))
    let id = stage.call("refresh")
    let updated =
      #"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"statusd://resource/state"}}"#
    #expect(stage.read() == [updated])
    stage.state.succeed(ResourceValue(normalised: Array("1".utf8)))
    let messages = stage.read()
    #expect(messages.first == updated)
    #expect(messages.last?.contains(#""id":\#(id)"#) == true)
    #expect(messages.count == 2)
    _ = try stage.response(stage.request("resources/unsubscribe", #""uri":"statusd://resource/state""#))
    stage.call("refresh")
    #expect(stage.read() == [])
  }

  @LoopActor @Test func `the location is followed as long as a client subscribes to it`() throws {
    let stage = MCPStage()
    _ = try stage.response(stage.request("resources/subscribe", #""uri":"statusd://location""#))
    stage.advance(by: .seconds(11))
    #expect(
      stage.read() == [
        #"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"statusd://location"}}"#
      ])
    _ = try stage.response(stage.request("resources/unsubscribe", #""uri":"statusd://location""#))
    stage.advance(by: .seconds(60))
    #expect(stage.read() == [])
  }

  @LoopActor @Test func `a cursor that was not given is refused`() throws {
    let stage = MCPStage()
    for method in ["resources/list", "resources/templates/list", "tools/list"] {
      let id = stage.request(method, #""cursor":"100""#)
      #expect(try stage.response(id)["error"]?["code"]?.integer == -32602)
    }
  }
}
