import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// What a model gets of a value that is too large for it; MCPFloodTests has those of megabytes.
struct MCPPartTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `an element that does not fit alone stands in the outline`() throws {
    let stage = MCPStage()
    let long = String(repeating: "x", count: 10_000)
    try stage.fetch(#"[1,{"long":"\#(long)"},3]"#)
    let first = try #require(try stage.result(of: "get_state").structured)
    #expect(first["value"]?.count == 1)
    #expect(first["part"]?["nextOffset"]?.integer == 1)
    let second = try #require(try stage.result(of: "get_state", #"{"offset":1}"#).structured)
    #expect(second["value"]?.count == 0)
    #expect(second["part"]?["outline"]?.firstElement?["name"]?.string == "1")
    #expect(second["part"]?["nextOffset"]?.integer == 2)
    let inner = try #require(try stage.result(of: "get_state", #"{"path":"/1"}"#).structured)
    #expect(inner["value"] == nil)
    #expect(inner["part"]?["outline"]?.firstElement?["name"]?.string == "long")
    let third = try #require(try stage.result(of: "get_state", #"{"offset":2}"#).structured)
    #expect(third["value"]?.firstElement?.integer == 3)
    #expect(third["part"]?["nextOffset"] == nil)
  }

  @LoopActor @Test func `an object that does not fit has an outline and a link to the whole`() throws {
    let stage = MCPStage()
    try stage.fetch(#"{"a":[1,2,3],"b":"\#(String(repeating: "x", count: 10_000))"}"#)
    let result = try stage.result(of: "get_state")
    let part = try #require(result.structured?["part"])
    #expect(part["kind"]?.string == "object")
    let entries = try #require(part["outline"]).elements.map { $0 }
    #expect(entries.map { $0["name"]?.string } == ["a", "b"])
    #expect(entries.map { $0["kind"]?.string } == ["array", "string"])
    #expect(entries.map { $0["total"]?.integer } == [3, nil])
    let link = try #require(result["content"]?.elements.first { $0["type"]?.string == "resource_link" })
    let uri = try #require(link["uri"]?.string)
    let read = try #require(
      try stage.response(stage.request("resources/read", #""uri":"\#(uri)""#))["result"])
    let text = try #require(read["contents"]?.firstElement?["text"]?.string)
    #expect(text.utf8.count == link["size"]?.integer)
  }

  @LoopActor @Test func `the members of a large object are paged as well`() throws {
    let stage = MCPStage()
    let members = (0..<120).map { #""m\#($0)":"\#(String(repeating: "x", count: 100))""# }
    try stage.fetch("{\(members.joined(separator: ","))}")
    var (names, offset) = ([String](), Int?(0))
    while let next = offset {
      let part = try #require(try stage.result(of: "get_state", #"{"offset":\#(next)}"#).structured?["part"])
      names += part["outline"]?.elements.compactMap { $0["name"]?.string } ?? []
      offset = part["nextOffset"]?.integer
    }
    #expect(names == (0..<120).map { "m\($0)" })
  }

  @LoopActor @Test(arguments: ["2025-03-26", "2025-11-25"])
  func `a part that was asked for before is the present one`(version: String) throws {
    let stage = MCPStage(version)
    let arguments = [#"{"path":"/a"}"#, #"{"path":"/a","limit":1}"#, #"{"path":"/b"}"#]
    for (number, twice) in [1, 2].enumerated() {
      try stage.fetch(#"{"a":["a\#(twice)",0],"b":"b\#(twice)"}"#)
      for given in arguments + arguments {
        let text = try #require(try stage.result(of: "get_state", given).texts.first)
        #expect(text.contains(#""b\#(twice)""#) == given.contains("/b"), "\(number): \(text)")
        #expect(text.contains(#""a\#(twice)""#) == given.contains("/a"), "\(number): \(text)")
        #expect(text.contains(#""nextOffset":1"#) == given.contains("limit"))
      }
    }
  }

  @LoopActor @Test func `names of the same characters and of other bytes have parts of their own`() throws {
    let stage = MCPStage()
    try stage.fetch(#"{"\u00e9":1}"#)
    let there = try stage.result(of: "get_state", #"{"path":"/\u00e9"}"#)
    #expect(there.structured?["value"]?.integer == 1)
    let absent = try stage.result(of: "get_state", #"{"path":"/e\u0301"}"#)
    #expect(absent["isError"]?.boolean == true)
  }

  @LoopActor @Test func `a part that fits is given whole`() throws {
    let stage = MCPStage()
    try stage.fetch(#"{"a":{"b/c":[1,2,3]}}"#)
    let result = try #require(try stage.result(of: "get_state", #"{"path":"/a/b~1c"}"#).structured)
    #expect(result["value"]?.count == 3)
    #expect(result["part"]?["path"]?.string == "/a/b~1c")
    #expect(result["part"]?["outline"] == nil)
    let page = try #require(
      try stage.result(of: "get_state", #"{"path":"/a/b~1c","offset":1,"limit":1}"#).structured)
    #expect(page["value"]?.firstElement?.integer == 2)
    #expect(page["part"]?["nextOffset"]?.integer == 2)
  }
}
