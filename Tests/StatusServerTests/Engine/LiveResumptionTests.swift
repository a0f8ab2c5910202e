import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// What a live source is told when its connection is opened again, and while the engine is behind.
@Suite struct LiveResumptionTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func live(_ body: (Conversation) throws -> Void) rethrows {
    try converse(live: .insteadOfPolls) { client in
      client.call("setAutoPolling", "[true, 10]", id: "0")
      _ = client.read()
      try body(client)
      _ = client.read()
    }
  }

  private func response(_ latitude: Int, id: String?) -> SourceResponse {
    let body = #"{"central":{"lat":\#(latitude),"lng":0},"couriers":[],"packages":[],"vehicles":[]}"#
    return SourceResponse(.body(Array(body.utf8)), validators: id.map { Validators(entityTag: $0) })
  }

  /// Loses the connection, and waits for the next one.
  @LoopActor private func reopen(_ client: Conversation, after kind: FailureKind = .connectionLost) -> String?
  {
    client.state.lose(kind)
    client.endTurn()
    client.advance(by: .seconds(60))
    return client.state.connections.last?.request.validators?.entityTag
  }

  @LoopActor @Test func `the first connection has nothing to resume`() {
    live { client in
      #expect(client.state.connections.last?.request.validators == nil)
      #expect(reopen(client) == nil)
    }
  }

  @LoopActor @Test func `a connection is resumed behind the value that is kept`() {
    live { client in
      client.state.deliver(response(1, id: "7"))
      client.state.deliver(response(2, id: "8"))
      #expect(reopen(client) == "8")
      client.state.deliver(response(3, id: nil))
      #expect(reopen(client) == nil)
    }
  }

  @LoopActor @Test func `a value that cannot be used is not resumed behind`() {
    live { client in
      client.state.deliver(response(1, id: "7"))
      client.state.deliver(SourceResponse(.body(Array("{".utf8)), validators: Validators(entityTag: "8")))
      #expect(reopen(client) == "7")
    }
  }

  @LoopActor @Test func `a connection that is resumed confirms the value`() {
    live { client in
      client.state.deliver(response(1, id: "7"))
      _ = reopen(client)
      _ = client.read()
      client.state.deliver(.notModified)
      client.endTurn()
      #expect(client.words() == ["state loaded 4"])
      #expect(reopen(client) == "7")
    }
  }

  @LoopActor @Test func `a source that is ahead of the decoding is paused until it is caught up with`() throws
  {
    try live { client in
      let couriers = (10_000..<13_000).map {
        #"{"id":"c\#($0)","name":"Ada","location":{"latitude":1,"longitude":10.25}}"#
      }
      let large =
        #"{"central":{"lat":1,"lng":0},"couriers":[\#(couriers.joined(separator: ","))],"packages":[],"vehicles":[]}"#
      let connection = try #require(client.state.connections.last)
      client.state.deliver(body: large)
      #expect(!connection.isPaused)
      client.state.deliver(response(2, id: nil))
      #expect(connection.isPaused)
      client.state.deliver(response(3, id: nil))
      #expect(connection.isPaused)
      client.endTurn()
      #expect(!connection.isPaused)
      #expect(client.session.engine.resources[.state]?.snapshot.value == .fleet(at: 3))
    }
  }
}
