import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Polling, staleness, options and limits when the configuration is read again.
@Suite struct ReloadingPollingTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Polling

  @LoopActor @Test func `a poll of the new source begins at once, without the backoff of the former`() {
    converseReloading { client, change in
      client.call("setAutoPolling", "[true, 10]", id: "0")
      client.state.fail()
      client.advance(untilAttempt: 2, of: client.state)
      client.state.fail()
      client.endTurn()
      _ = client.read()
      change { $0.resources[0].source = .file("second") }
      #expect(client.state.attempts.count == 3)
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .seconds(11))
      #expect(client.state.attempts.count == 4)
    }
  }

  @LoopActor @Test func `a poll under way ends with the former source`() {
    converseReloading { client, change in
      client.call("setAutoPolling", "[true, 10]", id: "0")
      let former = client.state.attempts.last?.completion
      change { $0.resources[0].source = .file("second") }
      #expect(client.state.attempts.count == 2 && client.state.underWay == 1)
      former?(.success(.value(.fleet(at: 1))))
      client.state.succeed(.fleet(at: 2))
      client.call("getState", id: "2")
      #expect(client.read().last?["result.value.central.latitude"] == "2")
    }
  }

  @LoopActor @Test func `a new interval holds for who has named none`() {
    converseReloading { client, change in
      client.call("setAutoPolling", "[true]", id: "0")
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      _ = client.read()
      change { $0.resources[0].policy.polling.interval = .seconds(100) }
      #expect(client.read().first?["params.autoPolling.interval"] == "100")
      client.advance(by: .seconds(80))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .seconds(31))
      #expect(client.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `an interval that a client has named stays`() {
    converseReloading { client, change in
      client.call("setAutoPolling", "[true, 20]", id: "0")
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      _ = client.read()
      change { $0.resources[0].policy.polling.interval = .seconds(100) }
      #expect(client.read().isEmpty)
    }
  }

  @LoopActor @Test func `polling begins and ends as the file says, unless the client has said something`() {
    converseReloading { client, change in
      client.call("setAutoPolling", #"{"enabled":false,"resource":"menu"}"#, id: "0")
      _ = client.read()
      change {
        $0.resources[0].policy.polling.isEnabled = true
        $0.resources[1].policy.polling.isEnabled = true
      }
      #expect(client.state.underWay == 1 && client.menu.attempts.isEmpty)
      client.state.succeed(.fleet(at: 1))
      change { $0.resources[0].policy.polling.isEnabled = false }
      client.advance(by: .seconds(100))
      #expect(client.state.attempts.count == 1)
    }
  }

  // MARK: Staleness

  @LoopActor @Test func `a value is stale, or no longer, as the new limit of its age says`() {
    converseReloading { client, change in
      client.load()
      client.advance(by: .seconds(60))
      change { $0.resources[0].policy.staleAfter = .seconds(30) }
      #expect(client.read().map { $0["params.isStale"] } == ["true"])
      change { $0.resources[0].policy.staleAfter = .seconds(90) }
      #expect(client.read().map { $0["params.isStale"] } == ["false"])
      client.advance(by: .seconds(30))
      #expect(client.read().map { $0["params.isStale"] } == ["true"])
    }
  }

  @LoopActor @Test func `a value that a failure has made stale stays so`() {
    converseReloading { client, change in
      client.load()
      client.call("refresh")
      client.state.fail()
      _ = client.read()
      change { $0.resources[0].policy.staleAfter = .seconds(3_600) }
      #expect(client.read().isEmpty)
    }
  }

  // MARK: Options and limits

  @LoopActor @Test func `options of the user's own are those of the file when it fails`() {
    converseReloading { client, change in
      var option = Configuration.RecoveryOption(name: "restart")
      option.title = "Restart"
      change { $0.recoveryOptions = [option] }
      client.call("refresh")
      client.state.fail()
      #expect(client.response().all("error.data.recoveryOptions", "id").contains("custom:restart"))
      change { $0.recoveryOptions = [] }
      client.call("refresh")
      client.state.fail()
      #expect(!client.response().all("error.data.recoveryOptions", "id").contains("custom:restart"))
    }
  }

  @LoopActor @Test func `the minimum time of failures and the number of attempts are those of the file`() {
    converseReloading { client, change in
      change {
        $0.minimumRequestTime = .seconds(2)
        $0.resources[0].policy.retry.maxAttempts = 2
        $0.resources[0].policy.retry.base = .zero
      }
      client.call("refresh")
      client.state.fail()
      client.endTurn()
      client.state.fail()
      client.endTurn()
      client.advance(by: .milliseconds(1_999))
      #expect(client.read().allSatisfy { $0.isNotification })
      client.advance(by: .milliseconds(1))
      #expect(client.response()["error.data.attempts.1.kind"] == "connectionLost")
    }
  }

  @LoopActor @Test func `instances get the new source, and their limit`() {
    converseReloading {
      $0.addBranches()
    } _: { client, change in
      for (branch, id) in [("a", "1"), ("b", "2")] {
        client.call("refresh", branch: branch, id: id)
        client.instances[branch].succeed(.fleet(at: 1))
        client.endTurn()
      }
      _ = client.read()
      change {
        $0.resources[2].source = (try? SourceAddress("file:new/{branch}.json")) ?? .demo
        $0.instances = 1
      }
      #expect(client.instances.count == 4)
      client.call("refresh", branch: "c")
      client.instances["c"].succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.session.engine.resources.all.count == 3)
    }
  }

  // MARK: A configuration that cannot be taken

  @LoopActor @Test func `a wrong configuration changes nothing`() {
    converseReloading { client, change in
      client.load()
      change {
        $0.resources[0].source = .file("second")
        $0.resources[0].policy.staleAfter = .seconds(1)
        $0.resources[1].source = (try? SourceAddress("file:{branch}")) ?? .demo
      }
      client.advance(by: .seconds(100))
      #expect(client.read().isEmpty)
    }
  }

  @LoopActor @Test func `resources are neither made nor taken away, and keep their shape`() {
    converseReloading { client, change in
      change {
        $0.resources.removeLast()
        $0.resources.append(Configuration.Resource(name: .init(rawValue: "new"), shape: .any))
        $0.resources[0].shape = .any
      }
      client.call("listResources")
      #expect(client.response().all("result.resources", "resource") == ["state", "menu"])
      #expect(client.session.engine.resources.shape(of: .state) == .fleet)
    }
  }
}
