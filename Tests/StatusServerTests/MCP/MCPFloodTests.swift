import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// What a model gets of a state of eight megabytes.
struct MCPFloodTests {
  init() {
    EventLoopThread.start()
  }

  /// The most bytes of a result: four times `limits.inlineBytes`, and 8 KiB.
  private static let most = 4 * Limits().inlineBytes + 8_192
  private static let count = 40_000

  /// An array of objects, of which 40,000 have more than eight megabytes.
  private static func list(_ count: Int = count, of letter: String = "x") -> String {
    let text = String(repeating: letter, count: 190)
    return "[" + (0..<count).map { #"{"id":\#($0),"text":"\#(text)"}"# }.joined(separator: ",") + "]"
  }

  @LoopActor @Test(arguments: ["2024-11-05", "2025-11-25"])
  func `no result floods a model`(version: String) throws {
    let stage = MCPStage(version)
    // Where each byte is escaped, and again in the text.
    let escaped = String(repeating: #"\"\u0001\u2028"#, count: 2_000)
    let value =
      #"{"list":\#(Self.list()),"text":"\#(String(repeating: "é", count: 100_000))","kinds":["\#(escaped)"]}"#
    #expect(value.utf8.count > 8 << 20)
    for (tool, arguments) in [("refresh", "{}"), ("retry", #"{"failureId":"f1"}"#)] {
      let id = stage.call("refresh")
      if tool == "retry" {
        stage.state.fail(.serverError)
        _ = try stage.response(id)
        stage.call(tool, arguments)
      }
      stage.state.succeed(ResourceValue(normalised: Array(value.utf8)))
      #expect(try #require(stage.read().last).utf8.count <= Self.most, "\(tool)")
    }
    let calls = [
      ("get_state", "{}"), ("get_state", #"{"path":"/list"}"#),
      ("get_state", #"{"path":"/list","limit":1000}"#),
      ("get_state", #"{"path":"/text"}"#), ("get_state", #"{"path":"/list/7"}"#),
      ("get_state", #"{"ifRevision":0}"#),
      ("get_state", #"{"path":"/list","offset":39999}"#), ("get_state", #"{"path":"/kinds"}"#),
      ("get_state", #"{"path":"/kinds/0"}"#), ("list_resources", "{}"),
      ("wait_for", #"{"until":{"path":"/none","exists":true},"timeout":0}"#),
      ("wait_for", #"{"until":{"path":"/list","exists":true}}"#),
    ]
    for (tool, arguments) in calls {
      stage.call(tool, arguments)
      #expect(try #require(stage.read().last).utf8.count <= Self.most, "\(tool) \(arguments)")
    }
  }

  /// As large as they may be: each page passes over those before it.
  @LoopActor @Test func `paging visits each element once, and the revision says that nothing changed`() throws
  {
    let stage = MCPStage(inlineBytes: 1 << 20)
    try stage.fetch(Self.list())
    var (visited, offset, revisions) = ([Int](), Int?(0), Set<Int>())
    while let next = offset {
      let page = try #require(try stage.result(of: "get_state", #"{"offset":\#(next)}"#).structured)
      visited += page["value"]?.elements.compactMap { $0["id"]?.integer } ?? []
      revisions.insert(page["revision"]?.integer ?? -1)
      #expect(page["part"]?["total"]?.integer == Self.count)
      offset = page["part"]?["nextOffset"]?.integer
    }
    #expect(visited == Array(0..<Self.count))
    #expect(revisions.count == 1)
  }

  @LoopActor @Test func `the revision says that a value has changed between two pages`() throws {
    let stage = MCPStage()
    try stage.fetch(Self.list(100))
    let first = try #require(try stage.result(of: "get_state").structured)
    let next = try #require(first["part"]?["nextOffset"]?.integer)
    try stage.fetch(Self.list(100, of: "y"))
    let second = try #require(try stage.result(of: "get_state", #"{"offset":\#(next)}"#).structured)
    #expect(try #require(second["revision"]?.integer) > (try #require(first["revision"]?.integer)))
    #expect(second["value"]?.firstElement?["text"]?.string?.first == "y")
  }
}
