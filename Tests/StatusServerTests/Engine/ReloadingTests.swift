import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// The configuration is read again while sessions go on.
@Suite struct ReloadingTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Sources

  @LoopActor @Test func `what has not changed goes on undisturbed`() {
    converseReloading { client, change in
      client.load()
      client.call("refresh")
      change { $0.resources[1].source = .file("other") }
      #expect(client.state.attempts.count == 2 && client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "1: state loaded 4")
    }
  }

  @LoopActor @Test func `a value of another source is stale, and nothing is asked without being wanted`() {
    converseReloading { client, change in
      client.load()
      change { $0.resources[0].source = .file("second") }
      let reported = client.read()
      #expect(reported.map(\.description) == ["state loaded 3"])
      #expect(reported.first?["params.isStale"] == "true")
      #expect(client.state.attempts.count == 1)
      // The validators were the former source's.
      client.call("refresh")
      #expect(client.state.attempts.last?.request.validators == nil)
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().last?["result.isStale"] == "false")
    }
  }

  @LoopActor @Test func `the same source with another timeout keeps value and validators`() {
    converseReloading { client, change in
      client.load()
      change { $0.resources[0].connectTimeout = .seconds(1) }
      #expect(client.read().isEmpty)
      client.call("refresh")
      #expect(client.state.attempts.last?.request.validators?.entityTag == "old")
      client.state.end(.success(.notModified))
    }
  }

  @LoopActor @Test func `a failure of the former source is forgotten`() {
    converseReloading { client, change in
      client.call("refresh", id: "0")
      client.state.fail()
      _ = client.read()
      change { $0.resources[0].source = .file("second") }
      #expect(client.words() == ["state idle 3"])
      // A client that still shows it can try again.
      client.call("retry", #"{"failureId":"f1"}"#)
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a recovery that waits goes on, and its failure stays`() {
    converseReloading { client, change in
      client.call("refresh", id: "0")
      client.state.fail(.offline)
      _ = client.read()
      client.call("retry", #"{"failureId":"f1","optionId":"waitForConnection"}"#)
      change { $0.resources[0].source = .file("second") }
      client.call("getState", id: "2")
      #expect(client.read().last?["result.failure.kind"] == "offline")
      client.means.networkIsBack()
      client.endTurn()
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  // MARK: Attempts under way

  @LoopActor @Test func `callers go on waiting, and get the value of the new source`() {
    converseReloading { client, change in
      client.call("refresh")
      let former = client.state.attempts.last?.completion
      change { $0.resources[0].source = .file("second") }
      #expect(client.state.attempts.count == 2 && client.state.underWay == 1)
      // The former source must have no way to publish its value.
      former?(.success(.value(.fleet(at: 1))))
      client.endTurn()
      #expect(client.read().allSatisfy { $0.isNotification && $0["params.value"] == nil })
      client.state.succeed(.fleet(at: 2))
      #expect(client.response()["result.value.central.latitude"] == "2")
    }
  }

  @LoopActor @Test func `a late value of the former source does not replace one of the new source`() {
    converseReloading { client, change in
      client.call("refresh")
      let former = client.state.attempts.last?.completion
      change { $0.resources[0].source = .file("second") }
      client.state.succeed(.fleet(at: 2))
      _ = client.read()
      former?(.success(.value(.fleet(at: 1))))
      client.endTurn()
      #expect(client.read().isEmpty)
      client.call("getState", id: "2")
      #expect(client.response()["result.value.central.latitude"] == "2")
    }
  }

  @LoopActor @Test func `a failure that is held is the former source's, and callers get a fresh attempt`() {
    converseReloading {
      $0.minimumRequestTime = .seconds(1)
    } _: { client, change in
      client.call("refresh")
      client.state.fail()
      change { $0.resources[0].source = .file("second") }
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.status"] == "loaded")
      client.advance(by: .seconds(5))
      #expect(client.read().isEmpty)
    }
  }

  @LoopActor @Test func `a caller's timeout counts from its call`() {
    converseReloading { client, change in
      client.call("refresh", #"{"timeout":5}"#)
      client.advance(by: .seconds(3))
      change { $0.resources[0].source = .file("second") }
      client.advance(by: .seconds(2))
      #expect(client.response()["error.data.kind"] == "timeout")
    }
  }
}
