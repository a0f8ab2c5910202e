import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// Polling, staleness, options and limits when the configuration is read again.
@Suite struct ReloadingPollingTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Polling

  @LoopActor @Test func `a poll of the new source begins at once, without the backoff of the former`() {
    withReloading { play, change in
      play.setPolling(true, every: .seconds(10))
      play.state.fail()
      play.advance(untilAttempt: 2, of: play.state)
      play.state.fail()
      play.settle()
      change { $0.resources[0].source = .file("second") }
      #expect(play.state.attempts.count == 3)
      play.state.succeed(.fleet(at: 1))
      play.advance(by: .seconds(11))
      #expect(play.state.attempts.count == 4)
    }
  }

  @LoopActor @Test func `a poll under way ends with the former source`() {
    withReloading { play, change in
      play.setPolling(true, every: .seconds(10))
      let former = play.state.attempts.last?.completion
      change { $0.resources[0].source = .file("second") }
      #expect(play.state.attempts.count == 2 && play.state.underWay == 1)
      former?(.success(.value(.fleet(at: 1))))
      play.state.succeed(.fleet(at: 2))
      #expect(play.snapshot.value == .fleet(at: 2))
    }
  }

  @LoopActor @Test func `a new interval holds for who has named none`() {
    withReloading { play, change in
      play.setPolling(true)
      play.state.succeed(.fleet(at: 1))
      _ = play.changes()
      change { $0.resources[0].policy.polling.interval = .seconds(100) }
      #expect(play.changes().first?.autoPolling.interval == .seconds(100))
      play.advance(by: .seconds(80))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .seconds(31))
      #expect(play.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `an interval that a client has named stays`() {
    withReloading { play, change in
      play.setPolling(true, every: .seconds(20))
      play.state.succeed(.fleet(at: 1))
      _ = play.changes()
      change { $0.resources[0].policy.polling.interval = .seconds(100) }
      #expect(play.changes().isEmpty && play.snapshot.autoPolling.interval == .seconds(20))
    }
  }

  @LoopActor @Test func `polling begins and ends as the file says, unless the client has said something`() {
    withReloading { play, change in
      play.setPolling(false, of: .menu)
      change {
        $0.resources[0].policy.polling.isEnabled = true
        $0.resources[1].policy.polling.isEnabled = true
      }
      #expect(play.state.underWay == 1 && play.menu.attempts.isEmpty)
      play.state.succeed(.fleet(at: 1))
      change { $0.resources[0].policy.polling.isEnabled = false }
      play.advance(by: .seconds(100))
      #expect(play.state.attempts.count == 1)
    }
  }

  // MARK: Staleness

  @LoopActor @Test func `a value is stale, or no longer, as the new limit of its age says`() {
    withReloading { play, change in
      play.load()
      play.advance(by: .seconds(60))
      change { $0.resources[0].policy.staleAfter = .seconds(30) }
      #expect(play.changes().map(\.isStale) == [true])
      change { $0.resources[0].policy.staleAfter = .seconds(90) }
      #expect(play.changes().map(\.isStale) == [false])
      play.advance(by: .seconds(30))
      #expect(play.changes().map(\.isStale) == [true])
    }
  }

  @LoopActor @Test func `a value that a failure has made stale stays so`() {
    withReloading { play, change in
      play.load()
      play.fetch()
      play.state.fail()
      #expect(play.changes().last?.isStale == true)
      change { $0.resources[0].policy.staleAfter = .seconds(3_600) }
      #expect(play.changes().isEmpty)
    }
  }

  // MARK: Options and limits

  @LoopActor @Test func `options of the user's own are those of the file when it fails`() {
    withReloading { play, change in
      var option = Configuration.RecoveryOption(name: "restart")
      option.title = "Restart"
      change { $0.recoveryOptions = [option] }
      let first = play.fetch()
      play.state.fail()
      #expect(first.failure?.optionIDs.contains(.custom("restart")) == true)
      change { $0.recoveryOptions = [] }
      let second = play.fetch()
      play.state.fail()
      #expect(second.failure?.optionIDs.contains(.custom("restart")) == false)
    }
  }

  @LoopActor @Test func `the minimum time of failures and the number of attempts are those of the file`() {
    withReloading { play, change in
      change {
        $0.minimumRequestTime = .seconds(2)
        $0.resources[0].policy.retry.maxAttempts = 2
        $0.resources[0].policy.retry.base = .zero
      }
      let fetch = play.fetch()
      play.state.fail()
      play.settle()
      play.state.fail()
      play.advance(by: .milliseconds(1_999))
      #expect(fetch.outcome == nil)
      play.advance(by: .milliseconds(1))
      #expect(fetch.failure?.attempts.map(\.kind) == [.connectionLost, .connectionLost])
    }
  }

  @LoopActor @Test func `instances get the new source, and their limit`() {
    withReloading {
      $0.addBranches()
    } _: { play, change in
      for branch in ["a", "b"] {
        play.fetch(.branch(branch))
        play.instances[branch].succeed(.fleet(at: 1))
      }
      change {
        $0.resources[2].source = (try? SourceAddress("file:new/{branch}.json")) ?? .demo
        $0.instances = 1
      }
      #expect(play.instances.count == 4)
      play.fetch(.branch("c"))
      play.instances["c"].succeed(.fleet(at: 1))
      #expect(play.engine.resources.all.count == 3)
    }
  }

  // MARK: A configuration that cannot be taken

  @LoopActor @Test func `a wrong configuration changes nothing`() {
    withReloading { play, change in
      play.load()
      change {
        $0.resources[0].source = .file("second")
        $0.resources[0].policy.staleAfter = .seconds(1)
        $0.resources[1].source = (try? SourceAddress("file:{branch}")) ?? .demo
      }
      play.advance(by: .seconds(100))
      #expect(play.changes().isEmpty)
    }
  }

  @LoopActor @Test func `resources are neither made nor taken away, and keep their shape`() {
    withReloading { play, change in
      change {
        $0.resources.removeLast()
        $0.resources.append(Configuration.Resource(name: .init(rawValue: "new"), shape: .any))
        $0.resources[0].shape = .any
      }
      #expect(play.engine.resources.names == [.state, .menu])
      #expect(play.engine.resources.shape(of: .state) == .fleet)
    }
  }
}
