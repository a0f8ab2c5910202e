import Engine
import Jansson
import Reactor
import TestSupport
import Testing

@testable import StatusServer

/// An agent whose server has a wrong configuration (docs/mcp.md, “A configuration that is wrong”).
struct MCPMisconfiguredTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test(arguments: ["refresh", "get_state", "list_resources", "wait_for"])
  func `a tool says what is wrong`(tool: String) throws {
    let stage = MCPStage(misconfiguration: .sample)
    let result = try stage.result(of: tool)
    #expect(result["isError"]?.boolean == true)
    #expect(result.structured?["failure"]?["kind"]?.string == "sourceMisconfigured")
    let words = try #require(result.texts.first)
    #expect(words.contains("resources.build.sorce is unknown") && words.contains("in /c.toml"))
  }

  @LoopActor @Test func `its failure can be left as it is`() throws {
    let stage = MCPStage(misconfiguration: .sample)
    let failure = try stage.result(of: "refresh").structured?["failure"]?["failureId"]?.string ?? ""
    let left = try stage.result(of: "retry", #"{"failureId":"\#(failure)","optionId":"cancel"}"#)
    #expect(left.structured?["recovered"]?.boolean == false)
  }

  @LoopActor @Test func `a list of tools without names of resources is old at once`() throws {
    let stage = MCPStage(misconfiguration: .sample)
    func time() throws -> Int? {
      try stage.response(stage.request("tools/list", perRequest: true))["result"]?["ttlMs"]?.integer
    }
    #expect(try time() == 0)
    stage.succeed()
    #expect(try time() == 3_600_000)
  }

  @LoopActor @Test func `the tools are listed without the names of resources`() throws {
    let stage = MCPStage(misconfiguration: .sample)
    func hasNames() throws -> Bool {
      let tools = try stage.response(stage.request("tools/list"))["result"]?["tools"]?.elements
      let refresh = try #require(tools?.first { $0["name"]?.string == "refresh" })
      return refresh["inputSchema"]?["properties"]?["resource"]?["enum"] != nil
    }
    #expect(try !hasNames())
    stage.succeed()
    #expect(try hasNames())
  }

  @LoopActor @Test func `what is no tool fails`() throws {
    let stage = MCPStage(misconfiguration: .sample)
    let error = try stage.response(stage.request("resources/list"))["error"]
    #expect(error?["data"]?["kind"]?.string == "sourceMisconfigured")
    #expect(try stage.response(stage.request("ping"))["result"] != nil)
  }

  @LoopActor @Test func `once it is right the tools work, in the same session`() throws {
    let stage = MCPStage("2025-06-18", misconfiguration: .sample)
    _ = try stage.result(of: "get_state")
    stage.succeed()
    try stage.fetch("1")
    #expect(try stage.result(of: "get_state").structured?["value"]?.integer == 1)
    let error = try stage.response(
      stage.request("initialize", #""protocolVersion":"2025-11-25""#))["error"]
    #expect(error?["data"]?["detail"]?["reason"]?.string == "initializedTwice")
  }
}
