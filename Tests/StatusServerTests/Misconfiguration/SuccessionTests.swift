import Engine
import EngineTestSupport
import Jansson
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A client whose configuration becomes right: the daemon is what it would have been from the start.
@Suite(.timeLimit(.minutes(10))) struct SuccessionTests {
  init() {
    EventLoopThread.start()
  }

  private static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
  }

  @LoopActor
  private static func client(_ configure: (inout Configuration) -> Void = { _ in }) -> Client {
    Client(misconfiguration: .sample, configure)
  }

  /// Ends the session, and with it its screens, which the loop would look at for ever.
  @LoopActor
  private static func end(_ client: Client) async {
    client.endInput()
    while client.statuses.isEmpty { await client.loop.nextTurn() }
  }

  @LoopActor @Test func `a session goes on`() async {
    let client = Self.client()
    client.send(Self.request(1, "initialize", #"{"notifications":{"locationChanged":false}}"#))
    client.send(Self.request(2, "getState"))
    #expect(await client.lines(2).last?.contains(#""failureId":"f1""#) == true)
    client.succeed()
    client.send(Self.request(3, "getState") + Self.request(4, "initialize") + Self.request(5, "stats"))
    let lines = await client.lines(3)
    #expect(lines[0] == #"{"jsonrpc":"2.0","id":3,"result":\#(Sent.idleState)}"#)
    #expect(lines[1].contains(#""reason":"initializedTwice""#) && lines[1].contains(#""failureId":"f2""#))
    #expect(lines[2].contains(#""input":{"bytes":"#) && lines[2].contains(#""messages":5}"#))
    #expect(lines[2].contains(#""admitted":5"#) || lines[2].contains(#""admitted":4"#))
    #expect(client.server.sessions.sessions == 1)
    await Self.end(client)
    #expect(client.statuses == [0])
  }

  @LoopActor @Test func `a message of which half has come is served by the other server`() async {
    let client = Self.client()
    let message = Self.request(1, "getState")
    client.send(Self.request(0, "getState") + message.prefix(20))
    #expect(await client.lines(1)[0].contains("sourceMisconfigured"))
    client.succeed()
    client.send(String(message.dropFirst(20)))
    #expect(await client.lines(1) == [#"{"jsonrpc":"2.0","id":1,"result":\#(Sent.idleState)}"#[...]])
  }

  @LoopActor @Test func `messages are framed as before, and new limits hold`() async {
    let client = Self.client()
    func framed(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
    client.send(framed(Self.request(1, "getState")))
    _ = await client.read { String(decoding: $0, as: UTF8.self).contains("occurredAt") }
    client.succeed { $0.limits.messageBytes = 100 }
    client.send(framed(Self.request(2, "getState")))
    let response = await client.read { String(decoding: $0, as: UTF8.self).contains("consecutiveFailures") }
    #expect(response.hasPrefix("Content-Length: "))
    client.send(framed(String(repeating: " ", count: 101)))
    let refused = await client.read { String(decoding: $0, as: UTF8.self).contains("occurredAt") }
    #expect(refused.contains(#""reason":"messageTooLarge""#))
  }

  @LoopActor @Test func `what is polled from the start is polled, and published`() async {
    let client = Self.client()
    client.send(Self.request(1, "getState"))
    _ = await client.lines(1)
    client.succeed { $0.resources[0].policy.polling.isEnabled = true }
    client.state.succeed(.fleet(at: 1))
    #expect(await client.lines(1).last?.contains(#""method":"stateChanged""#) == true)
  }

  @LoopActor @Test func `what was opted out of is not sent`() async {
    let client = Self.client { $0.resources[1].policy.polling.isEnabled = true }
    client.send(Self.request(1, "initialize", #"{"notifications":{"stateChanged":false}}"#))
    _ = await client.lines(1)
    client.succeed()
    client.send(Self.request(2, "refresh"))
    while client.server.sessions.inFlight == 0 { await client.loop.nextTurn() }
    client.state.succeed(.fleet(at: 1))
    let lines = await client.lines(1)
    #expect(lines.count == 1 && lines[0].contains(#""id":2"#))
  }

  @LoopActor @Test func `a client that has announced its end is not passed on`() async {
    let client = Self.client()
    #expect(client.connection.canBeSucceeded)
    client.send(Self.request(1, "shutdown"))
    _ = await client.lines(1)
    #expect(!client.connection.canBeSucceeded)
  }

  // MARK: Screens

  @LoopActor
  private static func screen(_ client: Client, _ params: String) async throws -> HeldScreen {
    client.send(request(1, "openScreen", params))
    return HeldScreen(try Sent(JSONText(trusting: Array(await client.lines(1)[0].utf8))))
  }

  /// Reads changes until the alert is gone, or is another.
  @LoopActor
  private static func follow(_ screen: HeldScreen, of client: Client) async throws {
    for line in await client.lines(1) { screen.take(try Sent(JSONText(trusting: Array(line.utf8)))) }
  }

  @LoopActor @Test func `a screen becomes that of its resources`() async throws {
    let client = Self.client()
    let screen = try await Self.screen(
      client, #"{"parts":{"menu":{"shape":"any"},"s":{"resource":"state"}}}"#)
    client.succeed { $0.resources[0].shape = .any }
    try await Self.follow(screen, of: client)
    #expect(screen["alert"] == "null")
    #expect(screen["parts.s.shape"] == "any" && screen["parts.menu.shape"] == "any")
    client.send(Self.request(2, "press", #"{"screenId":"s1","button":"refresh","part":"s"}"#))
    _ = await client.lines(2)
    client.state.succeed(ResourceValue(normalised: Array("7".utf8)))
    while screen["parts.s.content.value"] != "7" { try await Self.follow(screen, of: client) }
    #expect(screen["parts.s.phase"] == "content")
    await Self.end(client)
  }

  @LoopActor @Test func `a screen that named no parts gets them all`() async throws {
    let client = Self.client()
    let screen = try await Self.screen(client, #"{"fetch":"missing"}"#)
    client.succeed { $0.resources.append(.init(name: ResourceName(rawValue: "build"), shape: .any)) }
    try await Self.follow(screen, of: client)
    let parts = screen.screen["parts"] as? HeldScreen.Object ?? [:]
    #expect(Set(parts.keys) == ["state", "menu", "build"])
    #expect(screen["parts.build.resource"] == "build" && screen["parts.state.spinner"] == "1")
    client.send(Self.request(2, "openScreen"))
    var opened: Sent?
    while opened == nil {
      for line in await client.lines(1) {
        let message = try Sent(JSONText(trusting: Array(line.utf8)))
        if message.isNotification { screen.take(message) } else { opened = message }
      }
    }
    #expect(opened?["result.screenId"] == "s2")
    await Self.end(client)
  }

  @LoopActor @Test func `a part whose resource there is not stays blank, and the others are shown`()
    async throws
  {
    let client = Self.client()
    let screen = try await Self.screen(client, #"{"parts":{"biuld":{},"state":{}},"fetch":"missing"}"#)
    client.succeed()
    try await Self.follow(screen, of: client)
    #expect(screen["parts.biuld.phase"] == "blank" && screen["parts.state.spinner"] == "1")
    #expect(screen["alert.kind"] == "invalidParams" && screen["alert.message"]?.contains("biuld") == true)
    await Self.end(client)
  }
}
