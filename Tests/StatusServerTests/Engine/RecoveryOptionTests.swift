import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// docs/protocol.md section 6: every option of the closed set does what it says.
@Suite struct RecoveryOptionTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation in which `refresh` has failed with `problem`, and been read, as failure f1.
  @LoopActor private func after(
    _ problem: Problem, value: ResourceValue? = nil, _ body: (Conversation) throws -> Void
  ) rethrows {
    try converse { client in
      if let value {
        client.call("refresh", id: "99")
        client.state.succeed(value)
      }
      client.call("refresh", id: "0")
      client.state.fail(problem)
      _ = client.read()
      try body(client)
    }
  }

  @LoopActor private func choose(_ option: String, _ client: Conversation, id: String = "1") {
    client.call("retry", #"["f1","\#(option)"]"#, id: id)
  }

  // MARK: tryLater

  @LoopActor @Test func `tryLater repeats when the server's time is over`() {
    after(.tooManyRequests(retryAfter: .seconds(30))) { client in
      client.advance(by: .seconds(10))
      choose("tryLater", client)
      client.advance(by: .milliseconds(19_999))
      // While it runs, the snapshot offers nothing else.
      let shown = client.read()
      #expect(client.state.attempts.count == 1 && shown.map(\.description) == ["state failed 3"])
      #expect(shown[0].all("params.failure.recoveryOptions", "id") == ["cancel", "tryLater"])
      client.advance(by: .milliseconds(1))
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      let response = client.response()
      #expect(response["result.recovered"] == "true" && response["result.result.status"] == "loaded")
    }
  }

  @LoopActor @Test func `a tryLater that is cancelled asks nothing, and the failure is open again`() {
    after(.tooManyRequests(retryAfter: .seconds(30))) { client in
      choose("tryLater", client)
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      client.advance(by: .seconds(60))
      #expect(client.state.attempts.count == 1)
      let words = client.words()
      #expect(words == ["state failed 3", "1: requestCancelled", "state failed 4"])
      choose("tryLater", client, id: "2")
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `while it waits, another option is refused and the same one joins`() {
    after(.tooManyRequests(retryAfter: .seconds(30))) { client in
      choose("tryLater", client, id: "1")
      choose("tryAgain", client, id: "2")
      let problem = client.response()
      #expect(problem.description == "2: alreadyRecovered")
      #expect(problem["error.data.detail.running"] == "tryLater")
      choose("tryLater", client, id: "3")
      client.advance(by: .seconds(30))
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().suffix(2).map { $0["id"] } == ["1", "3"])
    }
  }

  @LoopActor @Test func `a success that comes meanwhile is what it was for`() {
    after(.tooManyRequests(retryAfter: .seconds(3))) { client in
      choose("tryLater", client, id: "1")
      client.call("refresh", id: "2")
      client.state.succeed(.fleet(at: 1))
      let responses = client.read().filter { !$0.isNotification }
      #expect(responses.map { $0["id"] } == ["1", "2"])
      #expect(responses.first?["result.recovered"] == "true")
      #expect(responses.first?["result.result.status"] == "loaded")
      client.advance(by: .seconds(60))
      #expect(client.state.attempts.count == 2)
    }
  }

  // MARK: waitForConnection

  @LoopActor @Test func `waitForConnection waits for the network itself`() {
    after(Problem(.offline)) { client in
      choose("waitForConnection", client)
      client.advance(by: .seconds(3_600))
      #expect(client.state.attempts.count == 1 && client.means.waitingForNetwork == 1)
      client.means.networkIsBack()
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `nobody waits for the network any more when the call is cancelled`() {
    after(Problem(.offline)) { client in
      choose("waitForConnection", client)
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.means.waitingForNetwork == 0)
    }
  }

  @LoopActor @Test func `nor when the resource was fetched meanwhile`() {
    after(Problem(.offline)) { client in
      choose("waitForConnection", client)
      client.call("refresh", id: "2")
      client.state.succeed(.fleet(at: 1))
      let responses = client.read().filter { !$0.isNotification }
      #expect(responses.map(\.id) == ["1", "2"] && responses.first?["result.recovered"] == "true")
      #expect(client.means.waitingForNetwork == 0 && client.state.attempts.count == 2)
    }
  }

  // MARK: What needs no fetch

  @LoopActor @Test func `useLastKnown accepts the value that there is`() {
    after(Problem(.serverError), value: .fleet(at: 7)) { client in
      choose("useLastKnown", client)
      let response = client.response()
      #expect(response["result.recovered"] == "true" && response["result.optionId"] == "useLastKnown")
      #expect(response["result.result.value.central.latitude"] == "7")
      #expect(response["result.result.isStale"] == "true")
      #expect(client.state.attempts.count == 2)
      choose("tryAgain", client, id: "2")
      #expect(client.response().description == "2: alreadyRecovered")
    }
  }

  @LoopActor @Test func `useLastKnown is not offered without a value`() {
    after(Problem(.serverError)) { client in
      choose("useLastKnown", client)
      #expect(client.response().description == "1: optionNotFound")
    }
  }

  @LoopActor @Test func `keepTrying turns polling on`() {
    after(Problem(.serverError)) { client in
      choose("keepTrying", client)
      let response = client.read().last
      #expect(response?["result.recovered"] == "true")
      #expect(response?.names("result.result") == ["resource", "autoPolling"])
      #expect(response?["result.result.autoPolling.enabled"] == "true")
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .seconds(11))
      #expect(client.state.attempts.count == 3)
    }
  }

  @LoopActor @Test func `cancel does nothing and settles the failure`() {
    after(Problem(.serverError)) { client in
      choose("cancel", client)
      #expect(client.response()["result.recovered"] == "false")
      choose("tryAgain", client, id: "2")
      #expect(client.response().description == "2: alreadyRecovered")
      #expect(client.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `an option of the client's settles nothing`() {
    after(Problem(.notFound)) { client in
      choose("openSettings", client)
      #expect(client.response()["result.recovered"] == "false")
      choose("tryAgain", client, id: "2")
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
    }
  }

  // MARK: signIn

  @LoopActor @Test func `signIn reads the configuration again and repeats`() {
    after(Problem(.unauthorized)) { client in
      choose("signIn", client)
      #expect(client.means.reloads == 1 && client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a configuration that is faulty now is the failure that takes over`() {
    after(Problem(.unauthorized)) { client in
      client.means.faultOfConfiguration = Problem(.sourceMisconfigured, explanation: "It is broken.")
      choose("signIn", client)
      let response = client.response()
      #expect(response.description == "1: sourceMisconfigured")
      #expect(response["error.data.previousFailureId"] == "f1" && client.state.attempts.count == 1)
      #expect(response.all("error.data.recoveryOptions", "id").contains("openSettings"))
    }
  }

  // MARK: Space

  /// A conversation in which a value did not fit into the store, as failure f1.
  @LoopActor private func outOfSpace(_ body: (Conversation) throws -> Void) rethrows {
    try converse { client in
      client.store.problem = Problem(.outOfSpace)
      client.call("refresh", id: "0")
      client.state.succeed(.fleet(at: 1))
      let response = client.response()
      #expect(response.description == "0: outOfSpace")
      let options = response.all("error.data.recoveryOptions", "id")
      #expect(options == ["cancel", "freeSpace", "buyMoreSpace"])
      try body(client)
    }
  }

  @LoopActor
  @Test(arguments: [("freeSpace", "free"), ("buyMoreSpace", "raiseQuota")])
  func `space is made, and the fetch repeated`(option: String, action: String) {
    outOfSpace { client in
      choose(option, client)
      #expect(client.store.actions == [action] && client.state.underWay == 1)
      client.state.succeed(.fleet(at: 2))
      #expect(client.response()["result.result.value.central.latitude"] == "2")
      #expect(client.store.kept.count == 1)
    }
  }

  @LoopActor @Test func `space that cannot be made is a failure of its own`() {
    outOfSpace { client in
      client.store.obstacle = Problem(.storeUnwritable)
      choose("freeSpace", client)
      let response = client.response()
      #expect(
        response.description == "1: storeUnwritable" && response["error.data.previousFailureId"] == "f1")
    }
  }

  @LoopActor @Test func `a value that does not fit takes the place of the last one all the same`() {
    converse { client in
      client.call("refresh", id: "0")
      client.state.succeed(.fleet(at: 1))
      client.store.problem = Problem(.outOfSpace)
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 2))
      let reported = client.read().last { $0.isNotification }
      #expect(reported?["params.value.central.latitude"] == "2" && reported?["params.isStale"] == "false")
    }
  }

  @LoopActor @Test func `the store is given an equal value again, with its new date`() {
    converse { client in
      for id in 1...2 {
        client.call("refresh", id: "\(id)")
        client.state.succeed(.fleet(at: 1))
        client.advance(by: .seconds(1))
      }
      let dates = client.store.values.map(\.fetchedAt.millisecondsSince1970)
      #expect(dates.count == 2 && dates[1] - dates[0] == 1_000)
    }
  }
}
