import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md, "Live sources": values that come together with what is none.
@Suite struct EarlierCandidateTests {
  init() {
    EventLoopThread.start()
  }

  /// Plays with polling on over a source that has delivered a value, the fleet at 0.
  @LoopActor private func live(_ body: (EnginePlay) throws -> Void) rethrows {
    try withEngine(live: .insteadOfPolls) { play in
      play.setPolling(true, every: .seconds(10))
      play.state.deliver(body: fleet(0))
      _ = play.changes()
      try body(play)
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

  @LoopActor @Test func `a value that comes together with what is none is the value, and that its failure`() {
    live { play in
      play.state.deliver(response([fleet(1), fleet(2), "log line"]))
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 2))
      #expect(play.snapshot.status == .failed && play.snapshot.failure?.kind == .malformedData)
      #expect(play.snapshot.failure?.operation == .autoPoll && play.snapshot.isStale == true)
      #expect(play.state.openConnections == 1)
    }
  }

  @LoopActor @Test func `what is no value before one is passed over`() {
    live { play in
      play.state.deliver(response([fleet(1), "log line", fleet(2)]))
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 2) && play.snapshot.status == .loaded)
      #expect(play.words() == ["state loaded 3"])
    }
  }

  @LoopActor @Test func `where none is a value, the newest says why`() {
    live { play in
      play.state.deliver(response(["{", "log line", "[1]"]))
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 0) && play.snapshot.failure?.kind == .unexpectedShape)
      #expect(play.words() == ["state failed 3"])
    }
  }

  @LoopActor @Test func `a value that is the present one counts, too`() {
    live { play in
      play.state.deliver(response([fleet(0), "log line"]))
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 0) && play.snapshot.status == .failed)
    }
  }

  @LoopActor @Test func `a pair that comes while a body is decoded is not torn apart`() {
    for isReported in [false, true] {
      live { play in
        play.state.deliver(body: large)
        play.state.deliver(body: fleet(2))
        if isReported { play.state.report(.serverError) } else { play.state.deliver(body: "log line") }
        play.settle()
        #expect(play.snapshot.value == .fleet(at: 2))
        #expect(play.snapshot.failure?.kind == (isReported ? .serverError : .malformedData))
      }
    }
  }

  @LoopActor @Test func `what comes later wins over what could not be used before`() {
    live { play in
      play.state.deliver(response([large, "log line"]))
      play.state.deliver(body: fleet(3))
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 3) && play.snapshot.status == .loaded)
    }
  }

  @LoopActor @Test func `a refresh takes the newest value that can be used, and nothing fails after it`() {
    withEngine(live: .insteadOfPolls) { play in
      let fetch = play.fetch()
      play.state.end(.success(response([fleet(1), "log line"])))
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 1) && play.snapshot.status == .loaded)
      #expect(fetch.value?.status == .loaded)
    }
  }

  @LoopActor @Test func `the value that is kept is the one behind which a stream is resumed`() {
    live { play in
      var newest = response([fleet(1), "{"])
      newest.validators = Validators(entityTag: "8")
      newest.earlier[0].validators = Validators(entityTag: "7")
      play.state.deliver(newest)
      play.state.lose()
      play.settle()
      play.advance(by: .seconds(60))
      #expect(play.state.connections.last?.request.validators?.entityTag == "7")
    }
  }

  @LoopActor @Test func `thousands of lines that are no values are judged over many turns`() {
    live { play in
      play.state.deliver(response([fleet(1)] + Array(repeating: "y", count: 10_000)))
      var turns = 0
      // Put off as often as the judging.
      @LoopActor func turn() {
        turns += 1
        if play.snapshot.value == .fleet(at: 0) { LoopActor.shared.loop.onNextTurn(turn) }
      }
      turn()
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 1) && turns > 100)
    }
  }

  /// A source that does not heed the pause, such as a file.
  @LoopActor @Test func `what waits behind a body that is decoded is bounded`() {
    live { play in
      let piece = String(repeating: "x", count: 300_000)
      play.state.deliver(body: large)
      play.state.deliver(body: fleet(1))
      for _ in 1...3 { play.state.deliver(body: piece) }
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 1))
      play.state.deliver(body: large)
      play.state.deliver(body: fleet(2))
      for _ in 1...5 { play.state.deliver(body: piece) }
      play.settle()
      // The newest and a mebibyte before it; the value was dropped.
      #expect(play.snapshot.value != .fleet(at: 2))
    }
  }
}
