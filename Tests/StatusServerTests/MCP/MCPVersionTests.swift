import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Which version a request speaks, and what that version has.
struct MCPVersionTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
  func `a version of the handshake is answered with itself`(version: String) throws {
    let stage = MCPStage(nil)
    let id = stage.request("initialize", #""protocolVersion":"\#(version)","capabilities":{}"#)
    #expect(try stage.response(id)["result"]?["protocolVersion"]?.string == version)
  }

  @LoopActor @Test(arguments: ["1.0", "2026-07-28", ""])
  func `any other version is answered with the newest of the handshake`(version: String) throws {
    let stage = MCPStage(nil)
    let id = stage.request("initialize", #""protocolVersion":"\#(version)""#)
    #expect(try stage.response(id)["result"]?["protocolVersion"]?.string == "2025-11-25")
  }

  @LoopActor @Test func `a second handshake is refused`() throws {
    let stage = MCPStage()
    let id = stage.request("initialize", #""protocolVersion":"2025-11-25""#)
    #expect(try stage.response(id)["error"]?["code"]?.integer == -32600)
  }

  @LoopActor @Test func `a request that says no version is told both ways`() throws {
    let stage = MCPStage(nil)
    let error = try stage.response(stage.request("tools/list"))["error"]
    #expect(error?["code"]?.integer == -32602)
    let message = error?["message"]?.string ?? ""
    #expect(message.contains("initialize") && message.contains("io.modelcontextprotocol/protocolVersion"))
    #expect(try stage.response(stage.request("ping"))["result"]?.count == 0)
  }

  @LoopActor @Test func `what one request says is not taken for what the next one says`() throws {
    let stage = MCPStage(nil)
    let version = #""io.modelcontextprotocol/protocolVersion":"2026-07-28""#
    let right = #""_meta":{\#(version),"io.modelcontextprotocol/clientCapabilities":{}}"#
    let wrong = #""_meta":{\#(version),"io.modelcontextprotocol/clientCapabilities":12}"#
    for (meta, isRight) in [(right, true), (right, true), (wrong, false), (right, true), ("", false)] {
      let response = try stage.response(stage.request("tools/list", meta))
      #expect((response["result"] != nil) == isRight)
    }
  }

  @LoopActor @Test func `a request can name one version, and is told which there are`() throws {
    let stage = MCPStage(nil)
    let id = stage.request(
      "tools/list", #""_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}"#)
    let error = try stage.response(id)["error"]
    #expect(error?["code"]?.integer == -32022)
    #expect(error?["data"]?["requested"]?.string == "2025-11-25")
    #expect(error?["data"]?["supported"]?.firstElement?.string == "2026-07-28")
    #expect(error?["data"]?["supported"]?.count == 5)
  }

  @LoopActor
  @Test(arguments: [
    #"{"io.modelcontextprotocol/protocolVersion":1,"io.modelcontextprotocol/clientCapabilities":{}}"#,
    #"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#,
    #"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}"#,
  ])
  func `what a request must say of itself is checked`(meta: String) throws {
    let stage = MCPStage(nil)
    let id = stage.request("tools/list", #""_meta":\#(meta)"#)
    #expect(try stage.response(id)["error"]?["code"]?.integer == -32602)
  }

  @LoopActor
  @Test(arguments: ["initialize", "ping", "resources/subscribe", "resources/unsubscribe", "prompts/list"])
  func `a request that names its version has no method of the handshake`(method: String) throws {
    let stage = MCPStage()
    let id = stage.request(method, perRequest: true)
    #expect(try stage.response(id)["error"]?["code"]?.integer == -32601)
  }

  @LoopActor @Test(arguments: ["prompts/list", "getState", "tasks/get", "logging/setLevel"])
  func `statusd's own methods and those of other servers are unknown`(method: String) throws {
    let stage = MCPStage()
    #expect(try stage.response(stage.request(method))["error"]?["code"]?.integer == -32601)
  }

  @LoopActor @Test func `a result says what it is in the versions that have that`() throws {
    let stage = MCPStage("2024-11-05")
    let old = try stage.response(stage.request("tools/list"))["result"]
    #expect(old?["resultType"] == nil && old?["ttlMs"] == nil && old?["_meta"] == nil)
    let tool = old?["tools"]?.elements.first { $0["name"]?.string == "get_state" }
    #expect(tool?["annotations"] == nil && tool?["outputSchema"] == nil && tool?["title"] == nil)
    let new = try stage.response(stage.request("tools/list", perRequest: true))["result"]
    #expect(new?["resultType"]?.string == "complete")
    #expect(new?["ttlMs"]?.integer == 3_600_000)
    #expect(new?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"]?.string == "statusd")
  }

  @LoopActor @Test(arguments: ["1.5", "1e2", "null", "true"])
  func `an id of another form is refused, and names no request`(id: String) throws {
    let stage = MCPStage()
    stage.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
    let written = stage.read()
    #expect(written.count == 1)
    #expect(written.first?.contains(#""code":-32600"#) == true)
    #expect(written.first?.hasPrefix(#"{"jsonrpc":"2.0","error""#) == true)
  }

  @LoopActor @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18"])
  func `an error that names no request is not written where there is no such message`(version: String) {
    let stage = MCPStage(version)
    stage.send("{")
    #expect(stage.read() == [])
  }

  @LoopActor @Test func `batches are of one version`() throws {
    let batch = #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
    let old = MCPStage("2025-03-26")
    old.send(batch)
    #expect(old.read() == [#"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]"#])
    let new = MCPStage("2025-11-25")
    new.send(batch)
    #expect(new.read().first?.hasPrefix(#"{"jsonrpc":"2.0","error":{"code":-32600"#) == true)
  }

  @LoopActor @Test func `the first response touches neither store nor sources`() throws {
    let stage = MCPStage(nil)
    let id = stage.request("initialize", #""protocolVersion":"2025-11-25""#)
    #expect(stage.written.contains { $0.contains(#""id":\#(id)"#) })
    #expect(!stage.server.engine.isOpen)
    _ = stage.read()
    #expect(stage.server.engine.isOpen, "it is opened on the next turn")
  }
}
