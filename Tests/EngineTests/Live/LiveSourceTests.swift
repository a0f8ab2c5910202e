import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md, "Live sources": an engine over a source that delivers when the test says so.
@Suite struct LiveSourceTests {
  init() {
    EventLoopThread.start()
  }

  /// Plays with polling on at 10 s over a source that has delivered a value.
  @LoopActor private func live(
    _ mode: LiveMode = .insteadOfPolls, _ body: (EnginePlay) throws -> Void
  ) rethrows {
    try withEngine(live: mode) { play in
      play.setPolling(true, every: .seconds(10))
      play.state.deliver(.fleet(at: 0))
      _ = play.changes()
      try body(play)
    }
  }

  @LoopActor private func fleet(_ latitude: Int) -> String {
    #"{"central":{"lat":\#(latitude),"lng":0},"couriers":[],"packages":[],"vehicles":[]}"#
  }

  // MARK: Opening and closing

  @LoopActor @Test func `at the start nothing is opened`() {
    withEngine(live: .insteadOfPolls) { play in
      play.advance(by: .seconds(3_600))
      #expect(play.state.connections.isEmpty && play.state.attempts.isEmpty)
    }
  }

  @LoopActor @Test func `polling opens one connection, and its deliveries are published`() {
    withEngine(live: .insteadOfPolls) { play in
      play.setPolling(true)
      #expect(play.words().first == "state loading 1 fetching")
      #expect(play.state.openConnections == 1 && play.state.attempts.isEmpty)
      play.state.deliver(.fleet(at: 1))
      play.settle()
      play.state.deliver(.fleet(at: 2))
      #expect(play.words() == ["state loaded 2", "state loaded 3"])
      play.advance(by: .seconds(3_600))
      #expect(play.state.connections.count == 1 && play.state.attempts.isEmpty)
      #expect(play.words().isEmpty)
    }
  }

  @LoopActor @Test func `switching off closes, and what is delivered after that is dropped`() {
    live { play in
      play.setPolling(false)
      #expect(play.state.openConnections == 0)
      _ = play.changes()
      play.state.deliver(.fleet(at: 9))
      play.state.lose()
      #expect(play.words().isEmpty)
    }
  }

  @LoopActor @Test func `the end of its only owner closes the connection`() {
    live { play in
      play.engine.forget(play.owner)
      #expect(play.state.openConnections == 0)
    }
  }

  @LoopActor @Test func `nextPollAt is the date of the next connection alone`() {
    live { play in
      #expect(play.snapshot.autoPolling.nextPollAt == nil)
      play.state.lose()
      play.settle()
      #expect(play.snapshot.autoPolling.nextPollAt != nil)
    }
  }

  // MARK: Bodies

  @LoopActor @Test func `an equal body is not published again`() {
    live { play in
      play.state.deliver(body: fleet(1))
      play.state.deliver(body: fleet(1))
      #expect(play.words() == ["state loaded 3"])
    }
  }

  @LoopActor @Test func `a body that cannot be used is a silent failure, and the connection stays open`() {
    live { play in
      play.state.deliver(body: "{")
      let failed = play.changes()
      #expect(failed.map(\.words) == ["state failed 3"] && failed.first?.isStale == true)
      #expect(failed.first?.failure?.kind == .malformedData)
      #expect(failed.first?.failure?.operation == .autoPoll)
      #expect(failed.first?.failure?.presentation == .silent)
      #expect(play.state.openConnections == 1)
      play.state.deliver(body: fleet(2))
      #expect(play.words() == ["state loaded 4"])
    }
  }

  @LoopActor @Test func `of deliveries that come while a body is decoded the newest counts`() {
    live { play in
      let couriers = (10_000..<13_000).map {
        #"{"id":"c\#($0)","name":"Ada","location":{"latitude":1,"longitude":10.25}}"#
      }
      let large = #"{"central":{"lat":1,"lng":0},"couriers":[\#(couriers.joined(separator: ","))]"#
      play.state.deliver(body: large + #","packages":[],"vehicles":[]}"#)
      for latitude in 2...50 { play.state.deliver(body: fleet(latitude)) }
      // The first body and the last.
      #expect(play.words() == ["state loaded 3", "state loaded 4"])
      #expect(play.snapshot.value == .fleet(at: 50))
    }
  }

  @LoopActor @Test func `what was delivered before a loss counts, and the loss after it`() {
    live { play in
      play.state.deliver(body: fleet(1))
      play.state.lose(.commandFailed)
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 1))
      #expect(play.snapshot.status == .failed && play.snapshot.failure?.kind == .commandFailed)
    }
  }

  /// The store has failed before, so each value waits for its write.
  @LoopActor @Test func `what is delivered while a value is written comes after it`() {
    live { play in
      play.store.isSlow = true
      play.state.deliver(.fleet(at: 1))
      play.state.lose(.commandFailed)
      #expect(play.words().isEmpty && play.store.writes.count == 1)
      play.store.writes.first?.end(with: nil)
      play.settle()
      #expect(play.snapshot.value == .fleet(at: 1))
      #expect(play.snapshot.status == .failed && play.snapshot.failure?.kind == .commandFailed)
    }
  }

  // MARK: Losing

  @LoopActor @Test func `a loss over a value is silent, and an interval later the connection is opened`() {
    live { play in
      play.state.lose()
      let failed = play.changes()
      #expect(failed.map(\.words) == ["state failed 3"] && failed.first?.isStale == true)
      #expect(failed.first?.failure?.operation == .autoPoll)
      #expect(failed.first?.failure?.presentation == .silent)
      play.advance(by: .milliseconds(8_999))
      #expect(play.state.connections.count == 1)
      play.advance(by: .milliseconds(2_001))
      #expect(play.state.connections.count == 2 && play.state.openConnections == 1)
      play.state.deliver(.fleet(at: 0))
      #expect(play.words() == ["state loaded 4"])
    }
  }

  @LoopActor @Test func `losses in a row are reported once`() {
    live { play in
      for _ in 1...5 {
        play.state.lose()
        play.settle()
        play.advance(by: .seconds(300))
      }
      #expect(play.words() == ["state failed 3"])
      #expect(play.state.connections.count == 6)
    }
  }

  @LoopActor @Test func `a Retry-After keeps callers and the next connection away`() {
    live { play in
      play.state.lose(.serviceUnavailable, retryAfter: .seconds(60))
      play.advance(by: .milliseconds(59_999))
      #expect(play.state.connections.count == 1)
      #expect(play.fetch().failure?.kind == .serviceUnavailable)
      #expect(play.state.attempts.isEmpty)
      play.advance(by: .seconds(12))
      #expect(play.state.connections.count == 2)
    }
  }

  @LoopActor @Test func `a source that has ended is left alone until polling is switched on anew`() {
    live { play in
      play.state.connections.last?.report(.ended)
      play.advance(by: .seconds(3_600))
      #expect(play.words().isEmpty && play.state.connections.count == 1)
      play.setPolling(true)
      #expect(play.state.connections.count == 1)
      play.setPolling(false)
      play.setPolling(true)
      #expect(play.state.openConnections == 1 && play.state.connections.count == 2)
    }
  }

  // MARK: Callers

  @LoopActor @Test func `a refresh fetches while the connection is open`() {
    live { play in
      let fetch = play.fetch()
      #expect(play.state.underWay == 1 && play.state.openConnections == 1)
      play.state.succeed(.fleet(at: 1))
      #expect(play.words() == ["state loaded 3 fetching", "state loaded 4"])
      #expect(fetch.value?.words == "state loaded 4")
    }
  }

  @LoopActor @Test func `a delivery answers the refresh that waits, and ends its attempt`() {
    live { play in
      let fetch = play.fetch()
      play.state.deliver(.fleet(at: 1))
      #expect(play.words() == ["state loaded 3 fetching", "state loaded 4"])
      #expect(fetch.value?.words == "state loaded 4" && play.state.underWay == 0)
    }
  }

  @LoopActor @Test func `a loss in the middle of a refresh is the caller's failure, and one`() {
    live { play in
      let fetch = play.fetch()
      play.state.lose(.commandFailed)
      #expect(play.words() == ["state loaded 3 fetching", "state failed 4"])
      #expect(fetch.failure?.kind == .commandFailed && fetch.failure?.operation == .refresh)
      #expect(fetch.failure?.presentation == .alert && fetch.failure?.id == play.snapshot.failure?.id)
      #expect(play.state.underWay == 0)
    }
  }

  @LoopActor @Test func `a refresh that succeeds opens the connection again at once`() {
    live { play in
      play.state.lose()
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      play.settle()
      #expect(play.state.connections.count == 2 && play.state.openConnections == 1)
    }
  }

  // MARK: Beside polls

  @LoopActor @Test func `polls go on as the net of a source that delivers beside them`() {
    live(.besidePolls) { play in
      #expect(play.state.openConnections == 1 && play.state.attempts.count == 1)
      play.advance(untilAttempt: 2, of: play.state, within: .seconds(12))
      #expect(play.state.underWay == 1)
      play.state.end(.success(.notModified))
      play.advance(untilAttempt: 3, of: play.state, within: .seconds(12))
      #expect(play.state.underWay == 1 && play.state.connections.count == 1)
      play.state.deliver(.fleet(at: 1))
      play.settle()
      #expect(play.state.underWay == 0)
      #expect(play.words() == ["state loaded 3"])
    }
  }
}
