import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Logging
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A session that speaks the Model Context Protocol with one scripted source, and what it has written.
@LoopActor
final class MCPStage {
  let state = ScriptedSource("test:state")
  let clock = ManualClock(loop: LoopActor.shared.loop)
  let store = ScriptedStore()
  private(set) var server: Server
  private var parts = EngineParts()
  private(set) var session: Session?
  private(set) var written: [String] = []
  private var decoder = MessageDecoder(budget: Limits().budget, batchLimit: 10)
  private var calls = 0
  private let transcript: Transcript

  /// - Parameters:
  ///   - version: What `initialize` asks for; nil for a client that names its version in each request.
  ///   - misconfiguration: Why nothing is served.
  init(
    _ version: String? = "2025-11-25", retries: Int = 1, isManual: Bool = false,
    inlineBytes: Int = Limits().inlineBytes, tasks: Int = 0, misconfiguration: Misconfiguration? = nil,
    test: String = #function
  ) {
    transcript = Transcript(test, isOfAgent: true)
    var configuration = Configuration()
    configuration.limits.inlineBytes = inlineBytes
    configuration.limits.tasks = tasks
    configuration.resources[0].policy.retry.maxAttempts = retries
    configuration.file = misconfiguration?.file
    if isManual { configuration.clock = .manual }
    var parts = EngineParts()
    parts.clock = clock
    parts.store = store
    let state = state
    parts.source = { id, _ in id == .state ? state : nil }
    server = Server(
      configuration, parts: parts, opensLater: true, misconfiguration: misconfiguration,
      loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    session = Session(server, profile: .mcp, timers: clock.timers) { [weak self] message in
      self?.take(JSONText(message).description)
    }
    self.parts = parts
    guard let version else { return }
    send(#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"\#(version)"}}"#)
    _ = read()
  }

  /// The configuration is now right: another server goes on with the client.
  func succeed() {
    guard let former = session else { return }
    server = server.successor(Configuration(), parts: parts)
    let session = Session(server, profile: .mcp, timers: clock.timers, after: former) { [weak self] message in
      self?.take(JSONText(message).description)
    }
    session.profile.goOn(from: former.profile, in: session)
    self.session = session
  }

  private func take(_ message: String) {
    transcript.note(.received, message)
    written.append(message)
  }

  func send(_ message: String) {
    transcript.note(.sent, message)
    session?.receive(decoder.decode(Array(message.utf8).span))
  }

  func advance(by duration: Duration) {
    clock.timers.advance(by: duration) { LoopActor.shared.loop.runUntilIdle() }
    session?.flushNotifications()
  }

  /// What was written since the last call, once the turn has ended.
  func read() -> [String] {
    LoopActor.shared.loop.runUntilIdle()
    session?.flushNotifications()
    defer { written = [] }
    return written
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - params: The members of the params.
  ///   - capabilities: Those of the client, in a request that names its version.
  /// - Returns: Its id.
  @discardableResult
  func request(
    _ method: String, _ params: String = "", perRequest: Bool = false, capabilities: String = "{}"
  ) -> Int {
    calls += 1
    let version = #""io.modelcontextprotocol/protocolVersion":"2026-07-28""#
    let meta =
      perRequest
      ? #""_meta":{\#(version),"io.modelcontextprotocol/clientCapabilities":\#(capabilities)}"# : ""
    let members = [params, meta].filter { !$0.isEmpty }.joined(separator: ",")
    send(#"{"jsonrpc":"2.0","id":\#(calls),"method":"\#(method)","params":{\#(members)}}"#)
    return calls
  }

  /// Calls a tool.
  @discardableResult
  func call(_ tool: String, _ arguments: String = "{}", token: String? = nil) -> Int {
    let meta = token.map { #","_meta":{"progressToken":\#($0)}"# } ?? ""
    return request("tools/call", #""name":"\#(tool)","arguments":\#(arguments)\#(meta)"#)
  }

  /// The response to a request, which must be the only message that is left.
  func response(_ id: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
    let messages = try read().map { try JSONValue.parse(Array($0.utf8).span) }
    return try #require(messages.last { $0["id"]?.integer == id }, sourceLocation: sourceLocation)
  }

  /// The result of a tool that answers at once.
  func result(
    of tool: String, _ arguments: String = "{}", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let response = try response(call(tool, arguments), sourceLocation: sourceLocation)
    return try #require(response["result"], sourceLocation: sourceLocation)
  }

  /// Has the state fetched.
  func fetch(_ value: String) throws {
    let id = call("refresh")
    state.succeed(ResourceValue(normalised: Array(value.utf8)))
    _ = try response(id)
  }
}

extension JSONValue {
  var firstElement: JSONValue? { elements.first { _ in true } }
  /// The texts of a tool's result.
  var texts: [String] { self["content"]?.elements.compactMap { $0["text"]?.string } ?? [] }
  /// What a tool returns as JSON.
  var structured: JSONValue? { self["structuredContent"] }
}
