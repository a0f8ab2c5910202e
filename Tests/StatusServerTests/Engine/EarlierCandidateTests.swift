import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// docs/protocol.md, "Live sources": values that come together with what is none.
@Suite struct EarlierCandidateTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation with polling on over a source that has delivered a value, the fleet at 0.
  @LoopActor private func live(_ body: (Conversation) throws -> Void) rethrows {
    try converse(live: .insteadOfPolls) { client in
      client.call("setAutoPolling", "[true, 10]", id: "0")
      client.state.deliver(body: fleet(0))
      client.endTurn()
      _ = client.read()
      try body(client)
      _ = client.read()
    }
  }

  private func fleet(_ latitude: Int, _ couriers: String = "") -> String {
    #"{"central":{"lat":\#(latitude),"lng":0},"couriers":[\#(couriers)],"packages":[],"vehicles":[]}"#
  }

  /// A fleet that is decoded over many turns.
  private var large: String {
    let couriers = (10_000..<13_000).map {
      #"{"id":"c\#($0)","name":"Ada","location":{"latitude":1,"longitude":10.25}}"#
    }
    return fleet(1, couriers.joined(separator: ","))
  }

  private func response(_ bodies: [String]) -> SourceResponse {
    var responses = bodies.map { SourceResponse.body(Array($0.utf8)) }
    var newest = responses.removeLast()
    newest.earlier = responses
    return newest
  }

  @LoopActor private func snapshot(_ client: Conversation) -> ResourceSnapshot? {
    client.session.engine.resources[.state]?.snapshot
  }

  @LoopActor @Test func `a value that comes together with what is none is the value, and that its failure`() {
    live { client in
      client.state.deliver(response([fleet(1), fleet(2), "log line"]))
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 2))
      #expect(snapshot(client)?.status == .failed && snapshot(client)?.failure?.kind == .malformedData)
      #expect(snapshot(client)?.failure?.operation == .autoPoll && snapshot(client)?.isStale == true)
      #expect(client.state.openConnections == 1)
    }
  }

  @LoopActor @Test func `what is no value before one is passed over`() {
    live { client in
      client.state.deliver(response([fleet(1), "log line", fleet(2)]))
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 2) && snapshot(client)?.status == .loaded)
      #expect(client.words() == ["state loaded 3"])
    }
  }

  @LoopActor @Test func `where none is a value, the newest says why`() {
    live { client in
      client.state.deliver(response(["{", "log line", "[1]"]))
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 0) && snapshot(client)?.failure?.kind == .unexpectedShape)
      #expect(client.words() == ["state failed 3"])
    }
  }

  @LoopActor @Test func `a value that is the present one counts, too`() {
    live { client in
      client.state.deliver(response([fleet(0), "log line"]))
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 0) && snapshot(client)?.status == .failed)
    }
  }

  @LoopActor @Test func `a pair that comes while a body is decoded is not torn apart`() {
    for isReported in [false, true] {
      live { client in
        client.state.deliver(body: large)
        client.state.deliver(body: fleet(2))
        if isReported { client.state.report(.serverError) } else { client.state.deliver(body: "log line") }
        client.endTurn()
        #expect(snapshot(client)?.value == .fleet(at: 2))
        #expect(snapshot(client)?.failure?.kind == (isReported ? .serverError : .malformedData))
      }
    }
  }

  @LoopActor @Test func `what comes later wins over what could not be used before`() {
    live { client in
      client.state.deliver(response([large, "log line"]))
      client.state.deliver(body: fleet(3))
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 3) && snapshot(client)?.status == .loaded)
    }
  }

  @LoopActor @Test func `a refresh takes the newest value that can be used, and nothing fails after it`() {
    converse(live: .insteadOfPolls) { client in
      client.call("refresh")
      client.state.end(.success(response([fleet(1), "log line"])))
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 1) && snapshot(client)?.status == .loaded)
      #expect(client.read().last?["result.status"] == "loaded")
    }
  }

  @LoopActor @Test func `the value that is kept is the one behind which a stream is resumed`() {
    live { client in
      var newest = response([fleet(1), "{"])
      newest.validators = Validators(entityTag: "8")
      newest.earlier[0].validators = Validators(entityTag: "7")
      client.state.deliver(newest)
      client.state.lose()
      client.endTurn()
      client.advance(by: .seconds(60))
      #expect(client.state.connections.last?.request.validators?.entityTag == "7")
    }
  }

  @LoopActor @Test func `thousands of lines that are no values are judged over many turns`() {
    live { client in
      client.state.deliver(response([fleet(1)] + Array(repeating: "y", count: 10_000)))
      var turns = 0
      // Put off as often as the judging.
      @LoopActor func turn() {
        turns += 1
        if snapshot(client)?.value == .fleet(at: 0) { LoopActor.shared.loop.onNextTurn(turn) }
      }
      turn()
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 1) && turns > 100)
    }
  }

  /// A source that does not heed the pause, such as a file.
  @LoopActor @Test func `what waits behind a body that is decoded is bounded`() {
    live { client in
      let piece = String(repeating: "x", count: 300_000)
      client.state.deliver(body: large)
      client.state.deliver(body: fleet(1))
      for _ in 1...3 { client.state.deliver(body: piece) }
      client.endTurn()
      #expect(snapshot(client)?.value == .fleet(at: 1))
      client.state.deliver(body: large)
      client.state.deliver(body: fleet(2))
      for _ in 1...5 { client.state.deliver(body: piece) }
      client.endTurn()
      // The newest and a mebibyte before it; the value was dropped.
      #expect(snapshot(client)?.value != .fleet(at: 2))
    }
  }
}
