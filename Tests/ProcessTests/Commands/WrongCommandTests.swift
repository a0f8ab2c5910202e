import Foundation
import TestSupport
import Testing

/// A client that speaks the protocol of the other command: serve's or mcp's.
struct WrongCommandTests {
  private static func request(_ method: String, _ params: String = "{}", id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
  }

  private static let handshake = request(
    "initialize",
    #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#)

  @Test(arguments: [handshake + handshake, request("server/discover") + request("server/discover", id: 2)])
  func `serve says once that an agent means mcp`(input: String) throws {
    let run = try Run(["serve"], input: input)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("statusd mcp speaks the Model Context Protocol"))
    #expect(run.output.split(separator: "\n").count == 2)
  }

  @Test func `serve stays what it is`() throws {
    let run = try Run(["serve"], input: Self.handshake + Self.request("tools/call", id: 2))
    #expect(run.output.contains(#""result":{"protocolVersion":"1","serverInfo""#))
    #expect(
      run.output.contains(
        #""code":-32601,"message":"\"tools/call\" is a method of the Model Context Protocol"#))
    #expect(run.output.contains(#""recoverySuggestion":"Start statusd mcp to call it.""#))
  }

  @Test(arguments: [
    request("initialize", #"{"protocolVersion":1}"#), request("initialize", #"{"processId":null}"#),
    request("ping"), request("noSuchMethod"),
  ])
  func `serve says nothing of other clients`(input: String) throws {
    #expect(try Run(["serve"], input: input).errors == "")
  }

  @Test func `mcp says once that a client of statusd's own protocol means serve`() throws {
    let run = try Run(["mcp"], input: Self.request("getState") + Self.request("stats", id: 2))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("statusd serve speaks statusd's own"))
    #expect(
      run.output.contains(
        #""code":-32601,"message":"\"getState\" is a method of statusd serve, and this is statusd mcp.""#))
    #expect(run.output.contains("Start statusd serve to call it, or call tools/list"))
    #expect(!run.output.contains("rpc.discover"))
  }

  @Test func `mcp advises what it has where there is no such method`() throws {
    let run = try Run(["mcp"], input: Self.request("prompts/list") + Self.request("rpc.discovery", id: 2))
    #expect(run.errors == "")
    #expect(run.output.contains("Call tools/list to list the tools."))
    #expect(!run.output.contains("rpc.discover "))
  }
}
