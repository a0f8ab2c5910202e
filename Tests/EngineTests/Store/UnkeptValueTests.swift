import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// A broken disk never hides good data: a value that the store cannot keep is shown, with the failure beside it.
@Suite struct UnkeptValueTests {
  init() {
    EventLoopThread.start()
  }

  private static let kinds: [FailureKind] = [.outOfSpace, .diskFull, .storeUnwritable]

  /// Plays with a store that takes nothing; the clock stands at 2000-01-01T00:00:00Z.
  @LoopActor private func refused(
    _ kind: FailureKind = .diskFull, minimum: Duration = .zero, _ body: (EnginePlay) throws -> Void
  ) rethrows {
    try withEngine({ $0.minimumRequestTime = minimum }) { play in
      play.store.problem = Problem(kind)
      try body(play)
    }
  }

  /// Why the fetch of a value has failed.
  @LoopActor private func fetch(_ play: EnginePlay, _ place: Double) -> Failure? {
    let fetch = play.fetch()
    play.state.succeed(.fleet(at: place))
    play.settle()
    return fetch.failure
  }

  @LoopActor @Test(arguments: Self.kinds)
  func `the first value is shown beside its failure, which is an alert`(kind: FailureKind) {
    refused(kind) { play in
      let fetch = play.fetch()
      play.advance(by: .seconds(1))
      play.state.succeed(.fleet(at: 1))
      let change = play.changes().last
      #expect(fetch.failure?.kind == kind && fetch.failure?.presentation == .alert)
      #expect(change?.status == .failed && change?.isStale == false)
      #expect(change?.value == .fleet(at: 1))
      #expect(change?.updatedAt?.rfc3339 == "2000-01-01T00:00:01.000Z")
      #expect(change?.failure?.id == fetch.failure?.id)
      #expect(change?.failure?.optionIDs.contains(.useLastKnown) == false)
    }
  }

  @LoopActor @Test func `a write that fails while a call waits is the same`() {
    withEngine { play in
      play.store.isSlow = true
      let fetch = play.fetch()
      play.state.succeed(.fleet(at: 1))
      play.store.writes.last?.end(with: Problem(.diskFull))
      #expect(fetch.failure?.kind == .diskFull)
      #expect(play.snapshot.value == .fleet(at: 1) && !play.snapshot.isStale)
    }
  }

  @LoopActor @Test func `a failure that is held shows no value before its time`() {
    refused(minimum: .milliseconds(300)) { play in
      play.fetch()
      play.advance(by: .milliseconds(100))
      play.state.succeed(.fleet(at: 1))
      play.settle()
      #expect(play.snapshot.status == .loading && play.snapshot.value == nil)
      play.advance(by: .milliseconds(200))
      #expect(play.snapshot.status == .failed)
      #expect(play.snapshot.updatedAt?.rfc3339 == "2000-01-01T00:00:00.100Z")
    }
  }

  @LoopActor @Test func `settled, the value is loaded and fresh`() {
    refused { play in
      _ = fetch(play, 1)
      play.choose(.cancel)
      #expect(play.snapshot.status == .loaded && !play.snapshot.isStale)
      #expect(play.snapshot.value == .fleet(at: 1))
    }
  }

  @LoopActor @Test func `polls go on showing what they fetch, at their interval, with one failure`() {
    refused { play in
      play.setPolling(true, every: .seconds(10))
      for place in 1...6 {
        play.state.succeed(.fleet(at: Double(place)))
        play.settle()
        let shown = play.snapshot
        #expect(shown.value == .fleet(at: Double(place)) && !shown.isStale)
        #expect(shown.failure?.id == "f1" && shown.failure?.presentation == .silent)
        #expect(shown.autoPolling.consecutiveFailures == 0)
        play.advance(by: .seconds(11))
        #expect(play.state.underWay == 1)
      }
      play.store.problem = nil
      play.state.succeed(.fleet(at: 6))
      play.settle()
      #expect(play.snapshot.status == .loaded)
    }
  }

  /// It is not kept although it is the same: only the store can say when it is.
  @LoopActor @Test func `an equal or confirmed value is refused again`() {
    refused { play in
      let tag = Validators(entityTag: "\"a\"")
      let first = play.fetch()
      play.state.end(.success(SourceResponse(.value(.fleet(at: 1)), validators: tag)))
      #expect(first.failure?.kind == .diskFull)
      #expect(fetch(play, 1)?.kind == .diskFull)
      play.fetch()
      #expect(play.state.attempts.last?.request.validators == nil)
      play.state.end(.success(SourceResponse(.value(.fleet(at: 1)), validators: tag)))
      let confirmed = play.fetch()
      #expect(play.state.attempts.last?.request.validators == tag)
      play.state.end(.success(.notModified))
      #expect(confirmed.failure?.kind == .diskFull)
    }
  }

  @LoopActor @Test func `a fetch that fails by itself leaves the value, stale`() {
    refused { play in
      _ = fetch(play, 1)
      play.fetch()
      play.state.fail(Problem(.malformedData))
      play.advance(by: .seconds(1))
      #expect(play.snapshot.failure?.kind == .malformedData && play.snapshot.isStale)
      #expect(play.snapshot.value == .fleet(at: 1))
    }
  }

  @LoopActor @Test func `a call that is cancelled leaves no value behind for the next failure`() {
    withEngine { play in
      play.store.isSlow = true
      let cancelled = play.fetch()
      play.state.succeed(.fleet(at: 1))
      cancelled.cancel()
      play.fetch()
      play.state.fail(Problem(.malformedData))
      play.advance(by: .seconds(1))
      #expect(play.snapshot.status == .failed && play.snapshot.value == nil)
    }
  }
}
