import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// docs/protocol.md, "Live sources": a session over a source that delivers when the test says so.
@Suite struct LiveSourceTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation with polling on at 10 s over a source that has delivered a value.
  @LoopActor private func live(
    _ mode: LiveMode = .insteadOfPolls, _ body: (Conversation) throws -> Void
  ) rethrows {
    try converse(live: mode) { client in
      client.call("setAutoPolling", "[true, 10]", id: "0")
      client.state.deliver(.fleet(at: 0))
      client.endTurn()
      _ = client.read()
      try body(client)
    }
  }

  @LoopActor private func fleet(_ latitude: Int) -> String {
    #"{"central":{"lat":\#(latitude),"lng":0},"couriers":[],"packages":[],"vehicles":[]}"#
  }

  // MARK: Opening and closing

  @LoopActor @Test func `at the start nothing is opened`() {
    converse(live: .insteadOfPolls) { client in
      client.advance(by: .seconds(3_600))
      #expect(client.state.connections.isEmpty && client.state.attempts.isEmpty)
    }
  }

  @LoopActor @Test func `polling opens one connection, and its deliveries are published`() {
    converse(live: .insteadOfPolls) { client in
      client.call("setAutoPolling", "[true]")
      #expect(client.words().first == "state loading 1 fetching")
      #expect(client.state.openConnections == 1 && client.state.attempts.isEmpty)
      client.state.deliver(.fleet(at: 1))
      client.endTurn()
      client.state.deliver(.fleet(at: 2))
      client.endTurn()
      #expect(client.words() == ["state loaded 2", "state loaded 3"])
      client.advance(by: .seconds(3_600))
      #expect(client.state.connections.count == 1 && client.state.attempts.isEmpty)
      #expect(client.words().isEmpty)
    }
  }

  @LoopActor @Test func `switching off closes, and what is delivered after that is dropped`() {
    live { client in
      client.call("setAutoPolling", "[false]")
      #expect(client.state.openConnections == 0)
      _ = client.read()
      client.state.deliver(.fleet(at: 9))
      client.state.lose()
      client.endTurn()
      #expect(client.words().isEmpty)
    }
  }

  @LoopActor @Test func `the end of the session closes the connection`() {
    live { client in
      client.session.readerLeft()
      client.endTurn()
      #expect(client.state.openConnections == 0)
    }
  }

  @LoopActor @Test func `nextPollAt is the date of the next connection alone`() {
    live { client in
      client.call("getState", id: "1")
      #expect(client.response()["result.autoPolling.nextPollAt"] == nil)
      client.state.lose()
      client.call("getState", id: "2")
      #expect(client.response()["result.autoPolling.nextPollAt"] != nil)
    }
  }

  // MARK: Bodies

  @LoopActor @Test func `an equal body is not published again`() {
    live { client in
      client.state.deliver(body: fleet(1))
      client.state.deliver(body: fleet(1))
      client.endTurn()
      #expect(client.words() == ["state loaded 3"])
    }
  }

  @LoopActor @Test func `a body that cannot be used is a silent failure, and the connection stays open`() {
    live { client in
      client.state.deliver(body: "{")
      client.endTurn()
      let failed = client.read()
      #expect(failed.map(\.description) == ["state failed 3"])
      #expect(failed.first?["params.failure.kind"] == "malformedData")
      #expect(failed.first?["params.failure.operation"] == "autoPoll")
      #expect(failed.first?["params.failure.presentation"] == "silent")
      #expect(failed.first?["params.isStale"] == "true")
      #expect(client.state.openConnections == 1)
      client.state.deliver(body: fleet(2))
      client.endTurn()
      #expect(client.words() == ["state loaded 4"])
    }
  }

  @LoopActor @Test func `of deliveries that come while a body is decoded the newest counts`() {
    live { client in
      let couriers = (10_000..<13_000).map {
        #"{"id":"c\#($0)","name":"Ada","location":{"latitude":1,"longitude":10.25}}"#
      }
      let large = #"{"central":{"lat":1,"lng":0},"couriers":[\#(couriers.joined(separator: ","))]"#
      client.state.deliver(body: large + #","packages":[],"vehicles":[]}"#)
      for latitude in 2...50 { client.state.deliver(body: fleet(latitude)) }
      client.endTurn()
      // The first body and the last.
      #expect(client.words() == ["state loaded 4 +1"])
      #expect(client.session.engine.resources[.state]?.snapshot.value == .fleet(at: 50))
    }
  }

  @LoopActor @Test func `what was delivered before a loss counts, and the loss after it`() {
    live { client in
      client.state.deliver(body: fleet(1))
      client.state.lose(.commandFailed)
      client.endTurn()
      let snapshot = client.session.engine.resources[.state]?.snapshot
      #expect(snapshot?.value == .fleet(at: 1))
      #expect(snapshot?.status == .failed && snapshot?.failure?.kind == .commandFailed)
    }
  }

  /// The store has failed before, so each value waits for its write.
  @LoopActor @Test func `what is delivered while a value is written comes after it`() {
    live { client in
      client.store.isSlow = true
      client.state.deliver(.fleet(at: 1))
      client.state.lose(.commandFailed)
      client.endTurn()
      #expect(client.words().isEmpty && client.store.writes.count == 1)
      client.store.writes.first?.end(with: nil)
      client.endTurn()
      let snapshot = client.session.engine.resources[.state]?.snapshot
      #expect(snapshot?.value == .fleet(at: 1))
      #expect(snapshot?.status == .failed && snapshot?.failure?.kind == .commandFailed)
      _ = client.read()
    }
  }

  // MARK: Losing

  @LoopActor @Test func `a loss over a value is silent, and an interval later the connection is opened`() {
    live { client in
      client.state.lose()
      client.endTurn()
      let failed = client.read()
      #expect(failed.map(\.description) == ["state failed 3"])
      #expect(failed.first?["params.failure.operation"] == "autoPoll")
      #expect(failed.first?["params.failure.presentation"] == "silent")
      #expect(failed.first?["params.isStale"] == "true")
      client.advance(by: .milliseconds(8_999))
      #expect(client.state.connections.count == 1)
      client.advance(by: .milliseconds(2_001))
      #expect(client.state.connections.count == 2 && client.state.openConnections == 1)
      client.state.deliver(.fleet(at: 0))
      client.endTurn()
      #expect(client.words() == ["state loaded 4"])
    }
  }

  @LoopActor @Test func `losses in a row are reported once`() {
    live { client in
      for _ in 1...5 {
        client.state.lose()
        client.endTurn()
        client.advance(by: .seconds(300))
      }
      #expect(client.words() == ["state failed 3"])
      #expect(client.state.connections.count == 6)
    }
  }

  @LoopActor @Test func `a Retry-After keeps callers and the next connection away`() {
    live { client in
      client.state.lose(.serviceUnavailable, retryAfter: .seconds(60))
      client.endTurn()
      client.advance(by: .milliseconds(59_999))
      #expect(client.state.connections.count == 1)
      client.call("refresh")
      #expect(client.response()["error.data.kind"] == "serviceUnavailable")
      #expect(client.state.attempts.isEmpty)
      client.advance(by: .seconds(12))
      #expect(client.state.connections.count == 2)
    }
  }

  @LoopActor @Test func `a source that has ended is left alone until polling is switched on anew`() {
    live { client in
      client.state.connections.last?.report(.ended)
      client.advance(by: .seconds(3_600))
      #expect(client.words().isEmpty && client.state.connections.count == 1)
      client.call("setAutoPolling", "[true]", id: "1")
      #expect(client.state.connections.count == 1)
      client.call("setAutoPolling", "[false]", id: "2")
      client.call("setAutoPolling", "[true]", id: "3")
      #expect(client.state.openConnections == 1 && client.state.connections.count == 2)
      _ = client.read()
    }
  }

  // MARK: Callers

  @LoopActor @Test func `a refresh fetches while the connection is open`() {
    live { client in
      client.call("refresh")
      #expect(client.state.underWay == 1 && client.state.openConnections == 1)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.words() == ["state loaded 3 fetching", "state loaded 4", "1: state loaded 4"])
    }
  }

  @LoopActor @Test func `a delivery answers the refresh that waits, and ends its attempt`() {
    live { client in
      client.call("refresh")
      client.state.deliver(.fleet(at: 1))
      client.endTurn()
      #expect(client.words() == ["state loaded 3 fetching", "state loaded 4", "1: state loaded 4"])
      #expect(client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `a loss in the middle of a refresh is the caller's failure, and one`() {
    live { client in
      client.call("refresh")
      client.state.lose(.commandFailed)
      client.endTurn()
      let messages = client.read()
      #expect(
        messages.map(\.description) == ["state loaded 3 fetching", "state failed 4", "1: commandFailed"])
      #expect(messages.last?["error.data.operation"] == "refresh")
      #expect(messages.last?["error.data.presentation"] == "alert")
      #expect(client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `a refresh that succeeds opens the connection again at once`() {
    live { client in
      client.state.lose()
      client.endTurn()
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.state.connections.count == 2 && client.state.openConnections == 1)
      _ = client.read()
    }
  }

  // MARK: Beside polls

  @LoopActor @Test func `polls go on as the net of a source that delivers beside them`() {
    live(.besidePolls) { client in
      #expect(client.state.openConnections == 1 && client.state.attempts.count == 1)
      client.advance(untilAttempt: 2, of: client.state, within: .seconds(12))
      #expect(client.state.underWay == 1)
      client.state.end(.success(.notModified))
      client.advance(untilAttempt: 3, of: client.state, within: .seconds(12))
      #expect(client.state.underWay == 1 && client.state.connections.count == 1)
      client.state.deliver(.fleet(at: 1))
      client.endTurn()
      #expect(client.state.underWay == 0)
      #expect(client.words() == ["state loaded 3"])
    }
  }
}
