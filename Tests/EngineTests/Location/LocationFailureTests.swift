import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// What is known of the location when it fails, and how one can recover.
@Suite struct LocationFailureTests {
  init() {
    EventLoopThread.start()
  }

  /// Subscribes and has the source fail; gives the failure that is published.
  @LoopActor private func failed(
    _ kind: FailureKind = .locationNoFix, _ body: (EnginePlay, Failure?) throws -> Void
  ) rethrows {
    try withEngine { play in
      play.subscribe()
      play.location.fail(kind)
      #expect(play.places() == ["l1 failed 1"])
      try body(play, play.whereabouts.failure)
    }
  }

  // MARK: States

  @LoopActor @Test func `a failure is a state, and the stream goes on`() {
    failed { play, failure in
      #expect(failure?.kind == .locationNoFix && failure?.resource == .location)
      #expect(failure?.operation == .subscribeLocation && failure?.presentation == .inline)
      play.location.move(to: 1)
      #expect(play.places() == ["l1 loaded 2 @1.0"])
      play.location.fail(.locationUnavailable)
      #expect(play.places() == ["l1 failed 3 @1.0"])
      #expect(play.whereabouts.failure?.presentation == .silent)
    }
  }

  @LoopActor @Test func `subscribing to what fails succeeds`() {
    withEngine { play in
      play.location.first = .failure(Problem(.locationUnavailable))
      play.subscribe()
      #expect(play.whereabouts.status == .failed)
      #expect(play.whereabouts.failure?.kind == .locationUnavailable)
    }
  }

  @LoopActor @Test func `the same failure over and over is reported once, with one id`() {
    failed(.locationUnavailable) { play, failure in
      for _ in 0..<300 { play.location.fail(.locationUnavailable) }
      #expect(play.places() == [])
      #expect(failure != nil && play.whereabouts.failure?.id == failure?.id)
    }
  }

  @LoopActor
  @Test(
    arguments: [
      (.locationUnavailable, [.cancel, .tryAgain, .keepTrying, .useDemoRoute, .openSettings]),
      (.locationNoDevice, [.cancel, .tryAgain, .keepTrying, .useDemoRoute, .openSettings]),
      (.locationNoFix, [.cancel, .tryAgain, .keepTrying, .useDemoRoute]),
      (.locationDenied, [.cancel, .useDemoRoute, .openSettings]),
      (.fileNotFound, [.cancel, .tryAgain, .useDemoRoute, .openSettings]),
      (.malformedData, [.cancel, .tryAgain, .useDemoRoute, .openSettings]),
      (.bodyTooLarge, [.cancel, .useDemoRoute, .openSettings]),
    ] as [(FailureKind, [RecoveryOptionID])])
  func `what is offered`(kind: FailureKind, options: [RecoveryOptionID]) {
    failed(kind) { _, failure in
      #expect(failure?.optionIDs == options)
    }
  }

  @LoopActor @Test(arguments: [FailureKind.locationUnavailable, .fileUnreadable])
  func `openSettings is at location.source, and the client's`(kind: FailureKind) {
    failed(kind) { play, failure in
      #expect(failure?.options.contains { $0.key == "location.source" } == true)
      #expect(play.choose(.openSettings, of: failure?.id).isRecovered == false)
    }
  }

  // MARK: tryAgain

  @LoopActor @Test func `tryAgain asks the source at once, and responds with the next position`() {
    failed { play, failure in
      let recovery = play.choose(.tryAgain)
      #expect(play.location.tries == 1)
      #expect(play.whereabouts.failure?.optionIDs == [.cancel, .tryAgain])
      play.location.move(to: 3)
      #expect(play.places().last == "l1 loaded 3 @3.0")
      #expect(recovery.isRecovered == true && recovery.value?.failure.id == failure?.id)
      #expect(recovery.location?.position == .north(3))
    }
  }

  @LoopActor @Test func `tryAgain that fails again gets a failure of its own`() {
    failed { play, failure in
      let recovery = play.choose(.tryAgain)
      play.location.fail(.locationNoFix)
      let fresh = recovery.failure
      #expect(fresh?.code == 1_402 && fresh?.previousFailureID == failure?.id)
      #expect(fresh?.presentation == .inline && fresh?.id != failure?.id)
      #expect(fresh != nil && play.whereabouts.failure?.id == fresh?.id)
    }
  }

  @LoopActor @Test func `two who try again share it`() {
    failed { play, failure in
      let first = play.choose(.tryAgain, of: failure?.id)
      let second = play.choose(.tryAgain, of: failure?.id)
      #expect(play.location.tries == 1)
      play.location.move(to: 3)
      #expect(first.isRecovered == true && second.isRecovered == true)
    }
  }

  @LoopActor @Test func `tryAgain where nobody listens any more starts the source for as long as it takes`() {
    failed { play, _ in
      play.unsubscribe("l1")
      #expect(!play.location.isRunning)
      let recovery = play.choose(.tryAgain)
      #expect(play.location.isRunning)
      play.location.move(to: 1)
      #expect(recovery.location?.status == .loaded)
      #expect(!play.location.isRunning)
    }
  }

  @LoopActor @Test
  func `a retry that is cancelled leaves the failure open, and the source to those who listen`() {
    failed { play, failure in
      play.choose(.tryAgain).cancel()
      #expect(play.location.isRunning)
      let recovery = play.choose(.tryAgain, of: failure?.id)
      play.location.move(to: 1)
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `a retry that is cancelled where nobody listens stops the source`() {
    failed { play, failure in
      play.unsubscribe("l1")
      let cancelled = play.choose(.tryAgain)
      #expect(play.location.isRunning)
      cancelled.cancel()
      #expect(!play.location.isRunning && play.location.stops == 2)
      let recovery = play.choose(.tryAgain, of: failure?.id)
      play.location.move(to: 1)
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `a position settles the failure`() {
    failed { play, failure in
      play.location.move(to: 1)
      #expect(play.refusal(.tryAgain, of: failure?.id)?.kind == .alreadyRecovered)
      #expect(play.refusal(.tryAgain)?.kind == .nothingToRetry)
    }
  }

  @LoopActor @Test func `the newest unsettled failure may be of the location or of a fetch`() {
    failed { play, _ in
      play.fetch()
      play.state.fail(.serverError)
      play.choose(.tryAgain)
      #expect(play.state.attempts.count == 2 && play.location.tries == 0)
      play.state.succeed(.fleet(at: 1))
      play.choose(.tryAgain)
      #expect(play.location.tries == 1)
      play.location.move(to: 1)
    }
  }

  // MARK: The other ways out

  @LoopActor @Test func `keepTrying responds at once and settles nothing`() {
    failed { play, failure in
      let kept = play.choose(.keepTrying)
      #expect(kept.isRecovered == true && kept.location?.status == .failed)
      #expect(play.location.tries == 0)
      let recovery = play.choose(.tryAgain, of: failure?.id)
      play.location.move(to: 1)
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `useDemoRoute takes the built-in route from now on`() {
    failed { play, _ in
      let recovery = play.choose(.useDemoRoute)
      #expect(recovery.isRecovered == true)
      #expect(recovery.location?.position?.coordinate.latitude == 53.619653)
      #expect(!play.location.isRunning)
      _ = play.places()
      play.advance(by: .seconds(10))
      #expect(play.places() == ["l1 loaded 4 @53.080917"])
    }
  }

  @LoopActor @Test func `the built-in route stays when all have left and come again`() {
    failed { play, _ in
      play.choose(.useDemoRoute)
      play.unsubscribe("l1")
      play.subscribe()
      #expect(play.whereabouts.position?.coordinate.latitude == 53.619653)
      #expect(play.location.starts == 1)
    }
  }
}
