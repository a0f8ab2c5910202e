import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Waits that go on behind a task (`limits.tasks`).
struct MCPTaskTests {
  private static let willing = #"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#
  private static let wait = #""name":"wait_for","arguments":{"until":{"path":"/s","equals":"passed"}}"#

  init() {
    EventLoopThread.start()
  }

  /// What `wait_for` is answered with at once; nil if nothing is.
  @LoopActor
  private static func begin(
    _ stage: MCPStage, _ capabilities: String = willing, _ params: String = wait
  ) throws -> JSONValue? {
    let id = stage.request("tools/call", params, perRequest: true, capabilities: capabilities)
    let messages = try stage.read().map { try JSONValue.parse(Array($0.utf8).span) }
    return messages.last { $0["id"]?.integer == id }?["result"]
  }

  @LoopActor
  private static func ask(
    _ stage: MCPStage, _ task: String, by method: String = "tasks/get"
  ) throws -> JSONValue {
    let responses = method == "tasks/update" ? #","inputResponses":{}"# : ""
    return try stage.response(stage.request(method, #""taskId":"\#(task)"\#(responses)"#, perRequest: true))
  }

  @LoopActor @Test func `without limits.tasks there are none`() throws {
    let stage = MCPStage(nil)
    #expect(try Self.begin(stage) == nil, "the call waits")
    #expect(try Self.ask(stage, "t1")["error"]?["code"]?.integer == -32601)
    let discovered = try stage.response(stage.request("server/discover", perRequest: true))["result"]
    #expect(discovered?["capabilities"]?["extensions"] == nil)
  }

  @LoopActor @Test func `a client that does not take tasks gets none`() throws {
    for capabilities in [
      "{}", #"{"extensions":{}}"#, #"{"extensions":{"io.modelcontextprotocol/tasks":true}}"#,
    ] {
      let stage = MCPStage(nil, tasks: 4)
      #expect(try Self.begin(stage, capabilities) == nil, "\(capabilities)")
    }
    let stage = MCPStage(tasks: 4)
    stage.call("wait_for", #"{"until":{"exists":true}}"#)
    #expect(stage.read() == [], "a version of the handshake has no tasks")
  }

  @LoopActor @Test func `a wait is a task until its condition is met`() throws {
    let stage = MCPStage(nil, tasks: 4)
    let discovered = try stage.response(stage.request("server/discover", perRequest: true))["result"]
    let extensions = discovered?["capabilities"]?["extensions"]
    #expect(extensions?["io.modelcontextprotocol/tasks"]?.kind == .object)
    let made = try #require(try Self.begin(stage))
    #expect(made["resultType"]?.string == "task" && made["status"]?.string == "working")
    #expect(made["ttlMs"]?.integer == 7_200_000 && made["pollIntervalMs"]?.integer == 10_000)
    #expect(made["statusMessage"]?.string == "Waiting for state, for 3600 s at most.")
    let id = try #require(made["taskId"]?.string)
    stage.state.succeed(ResourceValue(normalised: Array(#"{"s":"running"}"#.utf8)))
    #expect(try Self.ask(stage, id)["result"]?["status"]?.string == "working")
    while stage.state.underWay == 0 { stage.advance(by: .seconds(1)) }
    stage.state.succeed(ResourceValue(normalised: Array(#"{"s":"passed"}"#.utf8)))
    #expect(stage.read() == [], "nobody is told unasked")
    let done = try #require(try Self.ask(stage, id)["result"])
    #expect(done["status"]?.string == "completed" && done["resultType"]?.string == "complete")
    #expect(done["result"]?.structured?["reason"]?.string == "met")
    #expect(done["lastUpdatedAt"]?.string != done["createdAt"]?.string)
  }

  @LoopActor @Test func `a failure is the result of a task`() throws {
    let stage = MCPStage(nil, tasks: 4)
    let id = try #require(try Self.begin(stage)?["taskId"]?.string)
    stage.state.fail(.unauthorized)
    _ = stage.read()
    let done = try #require(try Self.ask(stage, id)["result"])
    #expect(done["status"]?.string == "completed")
    #expect(done["result"]?["isError"]?.boolean == true)
    #expect(done["result"]?.texts.first?.contains("signIn") == true)
  }

  @LoopActor @Test func `a task that is cancelled waits no more, and can be asked for`() throws {
    let stage = MCPStage(nil, tasks: 4)
    let id = try #require(try Self.begin(stage)?["taskId"]?.string)
    #expect(try Self.ask(stage, id, by: "tasks/update")["result"]?["resultType"]?.string == "complete")
    #expect(try Self.ask(stage, id, by: "tasks/cancel")["result"]?["resultType"]?.string == "complete")
    #expect(try Self.ask(stage, id)["result"]?["status"]?.string == "cancelled")
    let requests = stage.state.attempts.count
    stage.advance(by: .seconds(100))
    #expect(stage.state.attempts.count == requests)
    // Once more changes nothing.
    _ = try Self.ask(stage, id, by: "tasks/cancel")
    #expect(try Self.ask(stage, id)["result"]?["status"]?.string == "cancelled")
  }

  @LoopActor @Test func `a task that is unknown or long over is refused`() throws {
    let stage = MCPStage(nil, tasks: 4)
    let call = #""name":"wait_for","arguments":{"until":{"exists":false},"timeout":60}"#
    let id = try #require(try Self.begin(stage, Self.willing, call)?["taskId"]?.string)
    stage.advance(by: .seconds(3_659))
    #expect(try Self.ask(stage, id)["result"]?["status"]?.string == "completed")
    stage.advance(by: .seconds(1))
    for (method, id) in [("tasks/get", id), ("tasks/cancel", "t9"), ("tasks/update", "")] {
      let error = try Self.ask(stage, id, by: method)["error"]
      #expect(error?["code"]?.integer == -32602 && error?["data"]?["detail"]?["path"]?.string == "/taskId")
    }
  }

  @LoopActor @Test func `no more tasks are kept than limits.tasks, and those at work stay`() throws {
    let stage = MCPStage(nil, tasks: 2)
    let ids = try (1...2).map { _ in try #require(try Self.begin(stage)?["taskId"]?.string) }
    #expect(try Self.begin(stage) == nil, "the third call waits as any other")
    _ = try Self.ask(stage, ids[1], by: "tasks/cancel")
    let later = try #require(try Self.begin(stage)?["taskId"]?.string)
    #expect(try Self.ask(stage, ids[1])["error"] != nil, "what has ended makes room")
    for id in [ids[0], later] { #expect(try Self.ask(stage, id)["result"]?["status"]?.string == "working") }
  }

  @LoopActor @Test func `tasks end with their session`() throws {
    let stage = MCPStage(nil, tasks: 2)
    _ = try Self.begin(stage)
    stage.session?.inputEnded()
    _ = stage.read()
    stage.session?.outputWritten()
    let requests = stage.state.attempts.count
    stage.clock.timers.advance(by: .seconds(100)) { LoopActor.shared.loop.runUntilIdle() }
    #expect(stage.state.attempts.count == requests)
  }
}
