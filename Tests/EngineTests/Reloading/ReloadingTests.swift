import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// The configuration is read again while the engine runs.
@Suite struct ReloadingTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Sources

  @LoopActor @Test func `what has not changed goes on undisturbed`() {
    withReloading { play, change in
      play.load()
      let fetch = play.fetch()
      change { $0.resources[1].source = .file("other") }
      #expect(play.state.attempts.count == 2 && play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.value?.words == "state loaded 4")
    }
  }

  @LoopActor @Test func `a value of another source is stale, and nothing is asked without being wanted`() {
    withReloading { play, change in
      play.load()
      change { $0.resources[0].source = .file("second") }
      let reported = play.changes()
      #expect(reported.map(\.words) == ["state loaded 3"] && reported.first?.isStale == true)
      #expect(play.state.attempts.count == 1)
      // The validators were the former source's.
      let fetch = play.fetch()
      #expect(play.state.attempts.last?.request.validators == nil)
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.value?.isStale == false)
    }
  }

  @LoopActor @Test func `the same source with another timeout keeps value and validators`() {
    withReloading { play, change in
      play.load()
      change { $0.resources[0].connectTimeout = .seconds(1) }
      #expect(play.changes().isEmpty)
      play.fetch()
      #expect(play.state.attempts.last?.request.validators?.entityTag == "old")
      play.state.end(.success(.notModified))
    }
  }

  @LoopActor @Test func `a failure of the former source is forgotten`() {
    withReloading { play, change in
      play.fetch()
      play.state.fail()
      _ = play.changes()
      change { $0.resources[0].source = .file("second") }
      #expect(play.words() == ["state idle 3"])
      // A client that still shows it can try again.
      let recovery = play.choose(.tryAgain, of: "f1")
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `a recovery that waits goes on, and its failure stays`() {
    withReloading { play, change in
      play.fetch()
      play.state.fail(.offline)
      let recovery = play.choose(.waitForConnection, of: "f1")
      change { $0.resources[0].source = .file("second") }
      #expect(play.snapshot.failure?.kind == .offline)
      play.means.networkIsBack()
      play.settle()
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }

  // MARK: Attempts under way

  @LoopActor @Test func `callers go on waiting, and get the value of the new source`() {
    withReloading { play, change in
      let fetch = play.fetch()
      let former = play.state.attempts.last?.completion
      change { $0.resources[0].source = .file("second") }
      #expect(play.state.attempts.count == 2 && play.state.underWay == 1)
      // The former source must have no way to publish its value.
      former?(.success(.value(.fleet(at: 1))))
      #expect(play.changes().allSatisfy { $0.value == nil } && fetch.outcome == nil)
      play.state.succeed(.fleet(at: 2))
      #expect(fetch.value?.value == .fleet(at: 2))
    }
  }

  @LoopActor @Test func `a late value of the former source does not replace one of the new source`() {
    withReloading { play, change in
      play.fetch()
      let former = play.state.attempts.last?.completion
      change { $0.resources[0].source = .file("second") }
      play.state.succeed(.fleet(at: 2))
      _ = play.changes()
      former?(.success(.value(.fleet(at: 1))))
      #expect(play.changes().isEmpty && play.snapshot.value == .fleet(at: 2))
    }
  }

  @LoopActor @Test func `a failure that is held is the former source's, and callers get a fresh attempt`() {
    withReloading {
      $0.minimumRequestTime = .seconds(1)
    } _: { play, change in
      let fetch = play.fetch()
      play.state.fail()
      change { $0.resources[0].source = .file("second") }
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.value?.status == .loaded)
      _ = play.changes()
      play.advance(by: .seconds(5))
      #expect(play.changes().isEmpty)
    }
  }

  @LoopActor @Test func `a caller's timeout counts from its call`() {
    withReloading { play, change in
      let fetch = play.fetch(timeout: .seconds(5))
      play.advance(by: .seconds(3))
      change { $0.resources[0].source = .file("second") }
      play.advance(by: .seconds(2))
      #expect(fetch.failure?.kind == .timeout)
    }
  }
}
