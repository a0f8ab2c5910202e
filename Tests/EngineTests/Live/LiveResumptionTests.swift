import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// What a live source is told when its connection is opened again, and while the engine is behind.
@Suite struct LiveResumptionTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func live(_ body: (EnginePlay) throws -> Void) rethrows {
    try withEngine(live: .insteadOfPolls) { play in
      play.setPolling(true, every: .seconds(10))
      try body(play)
    }
  }

  private func response(_ latitude: Int, id: String?) -> SourceResponse {
    let body = #"{"central":{"lat":\#(latitude),"lng":0},"couriers":[],"packages":[],"vehicles":[]}"#
    return SourceResponse(.body(Array(body.utf8)), validators: id.map { Validators(entityTag: $0) })
  }

  /// Loses the connection, and waits for the next one.
  @LoopActor private func reopen(_ play: EnginePlay) -> String? {
    play.state.lose()
    play.settle()
    play.advance(by: .seconds(60))
    return play.state.connections.last?.request.validators?.entityTag
  }

  @LoopActor @Test func `the first connection has nothing to resume`() {
    live { play in
      #expect(play.state.connections.last?.request.validators == nil)
      #expect(reopen(play) == nil)
    }
  }

  @LoopActor @Test func `a connection is resumed behind the value that is kept`() {
    live { play in
      play.state.deliver(response(1, id: "7"))
      play.state.deliver(response(2, id: "8"))
      #expect(reopen(play) == "8")
      play.state.deliver(response(3, id: nil))
      #expect(reopen(play) == nil)
    }
  }

  @LoopActor @Test func `a value that cannot be used is not resumed behind`() {
    live { play in
      play.state.deliver(response(1, id: "7"))
      play.state.deliver(SourceResponse(.body(Array("{".utf8)), validators: Validators(entityTag: "8")))
      #expect(reopen(play) == "7")
    }
  }

  @LoopActor @Test func `a connection that is resumed confirms the value`() {
    live { play in
      play.state.deliver(response(1, id: "7"))
      _ = reopen(play)
      _ = play.changes()
      play.state.deliver(.notModified)
      #expect(play.words() == ["state loaded 4"])
      #expect(reopen(play) == "7")
    }
  }

  @LoopActor @Test func `a source that is ahead of the decoding is paused until it is caught up with`() throws
  {
    try live { play in
      let couriers = (10_000..<13_000).map {
        #"{"id":"c\#($0)","name":"Ada","location":{"latitude":1,"longitude":10.25}}"#
      }
      let large =
        #"{"central":{"lat":1,"lng":0},"couriers":[\#(couriers.joined(separator: ","))],"packages":[],"vehicles":[]}"#
      let connection = try #require(play.state.connections.last)
      play.state.deliver(body: large)
      #expect(!connection.isPaused)
      play.state.deliver(response(2, id: nil))
      #expect(connection.isPaused)
      play.state.deliver(response(3, id: nil))
      #expect(connection.isPaused)
      play.settle()
      #expect(!connection.isPaused)
      #expect(play.snapshot.value == .fleet(at: 3))
    }
  }
}
