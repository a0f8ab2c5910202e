import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md section 6: every option of the closed set does what it says.
@Suite struct RecoveryOptionTests {
  init() {
    EventLoopThread.start()
  }

  /// Plays on from a fetch that has failed with `problem`, as failure f1.
  @LoopActor private func after(
    _ problem: Problem, value: ResourceValue? = nil, _ body: (EnginePlay) throws -> Void
  ) rethrows {
    try withEngine { play in
      if let value {
        play.fetch()
        play.state.succeed(value)
      }
      play.fetch()
      play.state.fail(problem)
      _ = play.changes()
      try body(play)
    }
  }

  // MARK: tryLater

  @LoopActor @Test func `tryLater repeats when the server's time is over`() {
    after(.tooManyRequests(retryAfter: .seconds(30))) { play in
      play.advance(by: .seconds(10))
      let recovery = play.choose(.tryLater, of: "f1")
      play.advance(by: .milliseconds(19_999))
      // While it runs, the snapshot offers nothing else.
      let shown = play.changes()
      #expect(play.state.attempts.count == 1 && shown.map(\.words) == ["state failed 3"])
      #expect(shown.first?.failure?.optionIDs == [.cancel, .tryLater])
      play.advance(by: .milliseconds(1))
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true && recovery.snapshot?.status == .loaded)
    }
  }

  @LoopActor @Test func `a tryLater that is cancelled asks nothing, and the failure is open again`() {
    after(.tooManyRequests(retryAfter: .seconds(30))) { play in
      let cancelled = play.choose(.tryLater, of: "f1")
      cancelled.cancel()
      play.advance(by: .seconds(60))
      #expect(play.state.attempts.count == 1 && cancelled.outcome == nil)
      #expect(play.words() == ["state failed 3", "state failed 4"])
      play.choose(.tryLater, of: "f1")
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `while it waits, another option is refused and the same one joins`() {
    after(.tooManyRequests(retryAfter: .seconds(30))) { play in
      let first = play.choose(.tryLater, of: "f1")
      let refusal = play.refusal(.tryAgain, of: "f1")
      #expect(refusal?.kind == .alreadyRecovered && refusal?.detail.running == .tryLater)
      let second = play.choose(.tryLater, of: "f1")
      play.advance(by: .seconds(30))
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      #expect(first.isRecovered == true && second.isRecovered == true)
    }
  }

  @LoopActor @Test func `a success that comes meanwhile is what it was for`() {
    after(.tooManyRequests(retryAfter: .seconds(3))) { play in
      let recovery = play.choose(.tryLater, of: "f1")
      let fetch = play.fetch()
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true && recovery.snapshot?.status == .loaded)
      #expect(fetch.value?.status == .loaded)
      play.advance(by: .seconds(60))
      #expect(play.state.attempts.count == 2)
    }
  }

  // MARK: waitForConnection

  @LoopActor @Test func `waitForConnection waits for the network itself`() {
    after(Problem(.offline)) { play in
      let recovery = play.choose(.waitForConnection, of: "f1")
      play.advance(by: .seconds(3_600))
      #expect(play.state.attempts.count == 1 && play.means.waitingForNetwork == 1)
      play.means.networkIsBack()
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `nobody waits for the network any more when the call is cancelled`() {
    after(Problem(.offline)) { play in
      play.choose(.waitForConnection, of: "f1").cancel()
      #expect(play.means.waitingForNetwork == 0)
    }
  }

  @LoopActor @Test func `nor when the resource was fetched meanwhile`() {
    after(Problem(.offline)) { play in
      let recovery = play.choose(.waitForConnection, of: "f1")
      let fetch = play.fetch()
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true && fetch.value != nil)
      #expect(play.means.waitingForNetwork == 0 && play.state.attempts.count == 2)
    }
  }

  // MARK: What needs no fetch

  @LoopActor @Test func `useLastKnown accepts the value that there is`() {
    after(Problem(.serverError), value: .fleet(at: 7)) { play in
      let recovery = play.choose(.useLastKnown, of: "f1")
      #expect(recovery.isRecovered == true && recovery.value?.option == .useLastKnown)
      #expect(recovery.snapshot?.value == .fleet(at: 7) && recovery.snapshot?.isStale == true)
      #expect(play.state.attempts.count == 2)
      #expect(play.refusal(.tryAgain, of: "f1")?.kind == .alreadyRecovered)
    }
  }

  @LoopActor @Test func `useLastKnown is not offered without a value`() {
    after(Problem(.serverError)) { play in
      #expect(play.refusal(.useLastKnown, of: "f1")?.kind == .optionNotFound)
    }
  }

  @LoopActor @Test func `keepTrying turns polling on`() {
    after(Problem(.serverError)) { play in
      let recovery = play.choose(.keepTrying, of: "f1")
      #expect(recovery.isRecovered == true && recovery.polling?.isEnabled == true)
      #expect(recovery.snapshot?.id == .state)
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      play.advance(by: .seconds(11))
      #expect(play.state.attempts.count == 3)
    }
  }

  @LoopActor @Test func `cancel does nothing and settles the failure`() {
    after(Problem(.serverError)) { play in
      #expect(play.choose(.cancel, of: "f1").isRecovered == false)
      #expect(play.refusal(.tryAgain, of: "f1")?.kind == .alreadyRecovered)
      #expect(play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `an option of the client's settles nothing`() {
    after(Problem(.notFound)) { play in
      #expect(play.choose(.openSettings, of: "f1").isRecovered == false)
      play.choose(.tryAgain, of: "f1")
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
    }
  }

  // MARK: signIn

  @LoopActor @Test func `signIn reads the configuration again and repeats`() {
    after(Problem(.unauthorized)) { play in
      let recovery = play.choose(.signIn, of: "f1")
      #expect(play.means.reloads == 1 && play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `a configuration that is faulty now is the failure that takes over`() {
    after(Problem(.unauthorized)) { play in
      play.means.faultOfConfiguration = Problem(.sourceMisconfigured, explanation: .quoted("It is broken."))
      let failure = play.choose(.signIn, of: "f1").failure
      #expect(failure?.kind == .sourceMisconfigured)
      #expect(failure?.previousFailureID == "f1" && play.state.attempts.count == 1)
      #expect(failure?.optionIDs.contains(.openSettings) == true)
    }
  }

  // MARK: Space

  /// Plays on from a value that did not fit into the store, as failure f1.
  @LoopActor private func outOfSpace(_ body: (EnginePlay) throws -> Void) rethrows {
    try withEngine { play in
      play.store.problem = Problem(.outOfSpace)
      let fetch = play.fetch()
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.failure?.kind == .outOfSpace)
      #expect(fetch.failure?.optionIDs == [.cancel, .freeSpace, .buyMoreSpace])
      try body(play)
    }
  }

  @LoopActor
  @Test(
    arguments: [(.freeSpace, "free"), (.buyMoreSpace, "raiseQuota")] as [(RecoveryOptionID, String)])
  func `space is made, and the fetch repeated`(option: RecoveryOptionID, action: String) {
    outOfSpace { play in
      let recovery = play.choose(option, of: "f1")
      #expect(play.store.actions == [action] && play.state.underWay == 1)
      play.state.succeed(.fleet(at: 2))
      #expect(recovery.snapshot?.value == .fleet(at: 2))
      #expect(play.store.kept.count == 1)
    }
  }

  @LoopActor @Test func `space that cannot be made is a failure of its own`() {
    outOfSpace { play in
      play.store.obstacle = Problem(.storeUnwritable)
      let failure = play.choose(.freeSpace, of: "f1").failure
      #expect(failure?.kind == .storeUnwritable && failure?.previousFailureID == "f1")
    }
  }

  @LoopActor @Test func `a value that does not fit takes the place of the last one all the same`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      play.store.problem = Problem(.outOfSpace)
      play.fetch()
      play.state.succeed(.fleet(at: 2))
      let reported = play.changes().last
      #expect(reported?.value == .fleet(at: 2) && reported?.isStale == false)
    }
  }

  @LoopActor @Test func `the store is given an equal value again, with its new date`() {
    withEngine { play in
      for _ in 1...2 {
        play.fetch()
        play.state.succeed(.fleet(at: 1))
        play.advance(by: .seconds(1))
      }
      let dates = play.store.values.map(\.fetchedAt.millisecondsSince1970)
      #expect(dates.count == 2 && dates[1] - dates[0] == 1_000)
    }
  }
}
