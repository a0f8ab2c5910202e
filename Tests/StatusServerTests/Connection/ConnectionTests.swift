import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A session over real descriptors: docs/protocol.md sections 1, 3 and 4.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
  init() {
    EventLoopThread.start()
  }

  private static func request(_ id: Int, _ method: String = "getState") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
  }

  private static func response(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(Sent.idleState)}"#
  }

  // MARK: Framing

  @LoopActor @Test(arguments: Channel.Kind.allCases)
  func `a line gets its response on a line`(kind: Channel.Kind) async {
    let client = Client(kind)
    client.send(Self.request(1) + "\n")
    #expect(await client.lines(1) == [Self.response(1)[...]])
  }

  @LoopActor @Test func `a frame gets its response in a frame`() async {
    let client = Client()
    let body = Self.response(1)
    client.send("Content-Length: \(Self.request(1).utf8.count)\r\n\r\n\(Self.request(1))")
    let expected = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    #expect(await client.read { $0.count >= expected.utf8.count } == expected)
  }

  @LoopActor @Test func `bytes may come one by one`() async {
    let client = Client()
    for character in Self.request(1) + "\n" {
      client.send(String(character))
      await client.loop.nextTurn()
    }
    #expect(await client.lines(1) == [Self.response(1)[...]])
  }

  @LoopActor @Test func `many messages may come at once`() async {
    let client = Client()
    client.send((0..<100).map { Self.request($0) + "\n" }.joined())
    #expect(await client.lines(100) == (0..<100).map { Self.response($0)[...] })
  }

  @LoopActor @Test func `after bytes that are not a message the next message is served`() async {
    let client = Client { $0.limits.messageBytes = 100 }
    client.send(String(repeating: "x", count: 200) + "\n\n{\n" + Self.request(1) + "\n")
    let lines = await client.lines(3)
    #expect(lines[0].contains(#""reason":"messageTooLarge""#))
    #expect(lines[1].contains(#""kind":"parseError""#) && lines[2] == Self.response(1))
  }

  @LoopActor @Test func `a notification comes in the turn of its change, before the response`() async {
    let client = Client()
    client.send(Self.request(1, "refresh") + "\n")
    #expect(await client.lines(1).first?.contains(#""status":"loading""#) == true)
    client.state.succeed(.fleet(at: 1))
    let lines = await client.lines(2)
    #expect(lines[0].contains("stateChanged") && lines[1].contains(#""id":1"#))
  }

  // MARK: The end

  @LoopActor @Test func `at the end of the input admitted calls get their responses`() async {
    let client = Client()
    client.send(Self.request(1, "refresh") + "\n" + Self.request(2))
    client.endInput()
    #expect(await client.lines(2).last?.contains(#""id":2"#) == true)
    await client.loop.nextTurn()
    #expect(client.statuses == [])
    client.state.succeed(.fleet(at: 1))
    #expect(await client.lines(2).last?.contains(#""id":1"#) == true)
    await client.loop.turns { !client.statuses.isEmpty }
    #expect(client.statuses == [0])
  }

  @LoopActor @Test func `a last line that is cut is one parse error`() async {
    let client = Client()
    client.send(#"{"jsonrpc":"2.0","id":1,"#)
    client.endInput()
    #expect(await client.lines(1).first?.contains(#""id":null"#) == true)
    await client.loop.turns { !client.statuses.isEmpty }
    #expect(client.statuses == [0])
  }

  @LoopActor @Test(arguments: Channel.Kind.allCases)
  func `a reader that leaves ends the connection with status 0`(kind: Channel.Kind) async {
    let client = Client(kind)
    client.send(Self.request(1, "refresh") + "\n")
    _ = await client.lines(1)
    client.stopReading()
    await client.loop.turns { !client.statuses.isEmpty }
    #expect(client.statuses == [0])
  }

  @LoopActor @Test func `exit ends the connection, and what follows it is not read`() async {
    let client = Client()
    client.send(Self.request(1, "exit") + "\n" + Self.request(2) + "\n")
    #expect(await client.lines(1) == [#"{"jsonrpc":"2.0","id":1,"result":null}"#])
    await client.loop.turns { !client.statuses.isEmpty }
    #expect(client.statuses == [1])
  }

  @LoopActor @Test func `a signal ends the connection as the end of the input does`() async {
    let client = Client()
    client.send(Self.request(1, "refresh") + "\n")
    _ = await client.lines(1)
    client.connection.terminate()
    await client.loop.nextTurn()
    #expect(client.statuses == [])
    client.state.succeed(.fleet(at: 1))
    _ = await client.lines(2)
    await client.loop.turns { !client.statuses.isEmpty }
    #expect(client.statuses == [0])
  }

  // MARK: A client that does not read

  @LoopActor @Test(arguments: Channel.Kind.allCases)
  func `a client that writes without reading has a bounded cost, and gets every response`(
    kind: Channel.Kind
  ) async {
    let client = Client(kind) { $0.limits.outputBytes = 20_000 }
    let requests = Array((0..<12_000).map { Self.request($0) + "\n" }.joined().utf8)
    var rest = requests[...]
    var turnsWithoutRoom = 0
    while turnsWithoutRoom < 20 {
      let written = client.sendSome(rest)
      rest = rest.dropFirst(written)
      turnsWithoutRoom = written == 0 ? turnsWithoutRoom + 1 : 0
      await client.loop.nextTurn()
    }
    #expect(rest.count > 0)
    #expect(client.connection.session.statistics.backlogHighWater < 21_000)
    var lines: [Substring] = []
    while lines.count < 12_000 {
      rest = rest.dropFirst(client.sendSome(rest))
      lines += await client.lines(1)
    }
    #expect(lines == (0..<12_000).map { Self.response($0)[...] })
  }

  @LoopActor @Test func `notifications that nobody reads are conflated, and the last one is the final state`()
    async throws
  {
    let client = Client { $0.limits.notificationBytes = 10_000 }
    let resource = try #require(client.server.engine.resources[.state])
    for latitude in 0..<2_000 {
      _ = resource.fetch("refresh")
      client.state.succeed(.fleet(at: Double(latitude % 90)))
      await client.loop.nextTurn()
    }
    #expect(client.connection.session.statistics.backlogHighWater < 11_000)
    var lines: [Substring] = []
    while lines.last?.contains(#""revision":4000"#) != true { lines += await client.lines(1) }
    #expect(lines.count < 2_000)
    let left = client.connection.session.statistics.notificationsCoalesced
    #expect(left > 0 && lines.count + left == 4_000)
  }

  @LoopActor @Test func `a connection that ends while nobody reads it leaves no timer behind`() async throws {
    let client = Client { $0.limits.outputBytes = 20_000 }
    let requests = Array((0..<12_000).map { Self.request($0) + "\n" }.joined().utf8)
    var rest = requests[...]
    while client.connection.stallTimer == nil {
      rest = rest.dropFirst(client.sendSome(rest))
      await client.loop.nextTurn()
    }
    let timer = try #require(client.connection.stallTimer)
    #expect(timer.isPending)
    client.connection.close()
    #expect(!timer.isPending)
  }
}
