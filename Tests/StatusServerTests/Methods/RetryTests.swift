import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md section 6, `retry`.
@Suite struct RetryTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation in which `refresh` has failed, and been read, as failure f1.
  @LoopActor private func afterFailure(_ body: (Conversation) throws -> Void) rethrows {
    try converse { client in
      client.call("refresh", id: "0")
      client.state.fail()
      _ = client.read()
      try body(client)
    }
  }

  // MARK: tryAgain

  @LoopActor
  @Test(arguments: ["{}", #"{"failureId":"f1"}"#, #"{"optionId":"tryAgain"}"#, #"["f1","tryAgain"]"#])
  func `tryAgain repeats the operation and responds with its result`(params: String) throws {
    try afterFailure { client in
      client.call("retry", params)
      #expect(client.words() == ["state loading 3 fetching"])
      client.state.succeed(.fleet(at: 1))
      let messages = client.read()
      #expect(messages.first?.description == "state loaded 4")
      let response = try #require(messages.last)
      #expect(response.names("result") == ["failureId", "optionId", "recovered", "result"])
      #expect(response["result.failureId"] == "f1" && response["result.optionId"] == "tryAgain")
      #expect(response["result.recovered"] == "true" && response["result.result.revision"] == "4")
    }
  }

  @LoopActor @Test func `a recovery that fails is a fresh failure that names the one before`() {
    afterFailure { client in
      client.call("retry")
      client.state.fail(.timeout)
      let response = client.response()
      #expect(response["error.data.kind"] == "timeout" && response["error.data.failureId"] == "f2")
      #expect(
        response["error.data.previousFailureId"] == "f1" && response["error.data.operation"] == "refresh")
      client.call("retry", #"{"failureId":"f1"}"#)
      #expect(client.words().last == "1: alreadyRecovered")
      client.call("retry", #"{"failureId":"f2"}"#)
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().last?["result.failureId"] == "f2")
    }
  }

  @LoopActor @Test func `an operation is repeated with its original params`() {
    converse { client in
      client.call("refresh", #"{"resource":"menu","timeout":2}"#, id: "1")
      client.menu.fail()
      client.call("retry", id: "2")
      #expect(client.menu.underWay == 1)
      _ = client.read()
      client.advance(by: .seconds(2))
      let response = client.response()
      #expect(response.description == "2: timeout" && response["error.data.previousFailureId"] == "f1")
    }
  }

  @LoopActor @Test func `a recovery joins a fetch that is under way`() {
    afterFailure { client in
      client.call("refresh", id: "1")
      client.call("retry", id: "2")
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().suffix(2).map { $0["id"] } == ["1", "2"])
    }
  }

  // MARK: Joining and leaving

  @LoopActor @Test func `a second call joins the first, and both get responses`() {
    afterFailure { client in
      client.call("retry", id: "1")
      client.call("retry", #"{"failureId":"f1"}"#, id: "2")
      #expect(client.state.attempts.count == 2)
      _ = client.read()
      client.state.succeed(.fleet(at: 1))
      let responses = client.read().filter { !$0.isNotification }
      #expect(responses.map { $0["id"] } == ["1", "2"])
      #expect(responses.map { $0["result.recovered"] } == ["true", "true"])
    }
  }

  @LoopActor @Test func `another option is refused while one runs`() {
    afterFailure { client in
      client.call("retry", id: "1")
      _ = client.read()
      client.call("retry", #"{"failureId":"f1","optionId":"keepTrying"}"#, id: "2")
      let response = client.response()
      #expect(response.description == "2: alreadyRecovered")
      #expect(response["error.data.detail.running"] == "tryAgain")
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `cancel ends the option that runs, and settles the failure`() {
    afterFailure { client in
      client.call("retry", id: "1")
      client.call("retry", #"{"failureId":"f1","optionId":"cancel"}"#, id: "2")
      let responses = client.read().filter { !$0.isNotification }
      #expect(responses.map(\.description).sorted() == ["1: requestCancelled", "2: object"])
      #expect(responses.first { $0.id == "2" }?["result.recovered"] == "false")
      #expect(client.state.underWay == 0)
      client.call("getState", id: "3")
      let state = client.response()
      #expect(state["result.status"] == "idle" && state["result.failure.kind"] == nil)
      client.call("retry", #"["f1"]"#, id: "4")
      #expect(client.response().description == "4: alreadyRecovered")
    }
  }

  @LoopActor @Test func `one of two that wait may leave`() {
    afterFailure { client in
      client.call("retry", id: "1")
      client.call("retry", #"["f1"]"#, id: "2")
      client.call("$/cancelRequest", "[1]", id: nil)
      #expect(client.words().last == "1: requestCancelled")
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().last?["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a recovery that all have left is given up, and its failure open again`() {
    afterFailure { client in
      client.call("retry", id: "1")
      client.call("$/cancelRequest", "[1]", id: nil)
      #expect(client.words() == ["state loading 3 fetching", "1: requestCancelled", "state failed 5 +1"])
      #expect(client.state.underWay == 0)
      client.call("retry", #"["f1"]"#, id: "2")
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().last?["result.failureId"] == "f1")
    }
  }

  @LoopActor @Test func `a recovery that was given up is not named by the fetch that others went on with`()
    throws
  {
    afterFailure { client in
      client.call("retry", id: "1")
      client.call("refresh", id: "2")
      client.call("$/cancelRequest", "[1]", id: nil)
      _ = client.read()
      client.state.fail()
      #expect(client.response()["error.data.previousFailureId"] == nil)
    }
  }

  @LoopActor @Test func `a recovery that times out among others names the failure before`() {
    converse { client in
      client.call("refresh", #"{"timeout":2}"#, id: "1")
      client.state.fail()
      client.call("retry", id: "2")
      client.call("refresh", id: "3")
      _ = client.read()
      client.advance(by: .seconds(2))
      let response = client.response()
      #expect(response.description == "2: timeout" && response["error.data.previousFailureId"] == "f1")
      client.state.succeed(.fleet(at: 1))
    }
  }

  // MARK: Other options

  @LoopActor @Test func `cancel settles the failure and recovers nothing`() {
    afterFailure { client in
      client.call("retry", #"{"optionId":"cancel"}"#, id: "1")
      let response = client.response()
      #expect(response.names("result") == ["failureId", "optionId", "recovered"])
      #expect(response["result.recovered"] == "false")
      client.call("retry", #"["f1"]"#, id: "2")
      client.call("retry", id: "3")
      #expect(client.words() == ["2: alreadyRecovered", "3: nothingToRetry"])
    }
  }

  @LoopActor @Test func `an option of the client's settles nothing`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.fail(.unauthorized)
      _ = client.read()
      for id in ["2", "3"] {
        client.call("retry", #"["f1","openSettings"]"#, id: id)
        #expect(client.response()["result.recovered"] == "false")
      }
    }
  }

  // MARK: Problems

  @LoopActor @Test func `without a failure there is nothing to retry`() {
    converse { client in
      client.call("nothing", id: "1")
      client.call("retry", id: "2")
      #expect(client.words() == ["1: methodNotFound", "2: nothingToRetry"])
    }
  }

  @LoopActor
  @Test(arguments: [
    (#"["f9"]"#, "failureNotFound", "/failureId"),
    (#"["f1","waitForConnection"]"#, "optionNotFound", "/optionId"),
    (#"["f1","nonsense"]"#, "optionNotFound", "/optionId"),
  ])
  func `what is not there is refused, with its place`(params: String, kind: String, path: String) {
    afterFailure { client in
      client.call("retry", params)
      let response = client.response()
      #expect(response["error.data.kind"] == kind && response["error.data.detail.path"] == path)
    }
  }

  @LoopActor @Test func `a later success of the resource settles its failures`() {
    afterFailure { client in
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("retry", #"["f1"]"#, id: "2")
      client.call("retry", id: "3")
      #expect(client.words() == ["2: alreadyRecovered", "3: nothingToRetry"])
    }
  }

  @LoopActor @Test func `the newest failure is taken`() {
    afterFailure { client in
      client.call("fetchMenu", id: "1")
      client.menu.fail()
      client.call("retry", id: "2")
      #expect(client.menu.underWay == 1 && client.state.underWay == 0)
      client.menu.succeed(.emptyMenu)
    }
  }

  @LoopActor @Test func `keepTrying responds with how it polls from now on`() {
    converse { client in
      client.call("refresh", id: "0")
      client.state.fail(.serverError)
      _ = client.read()
      client.call("retry", #"["f1","keepTrying"]"#)
      let response = client.read().last
      #expect(response?["result.recovered"] == "true")
      #expect(response?.names("result.result") == ["resource", "autoPolling"])
      #expect(response?["result.result.autoPolling.enabled"] == "true")
      client.state.succeed(.fleet(at: 1))
    }
  }
}
