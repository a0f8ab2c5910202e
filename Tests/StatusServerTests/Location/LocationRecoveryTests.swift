import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// What clients are sent when the location fails, and when they recover.
@Suite struct LocationRecoveryTests {
  init() {
    EventLoopThread.start()
  }

  /// Subscribes and has the source fail; gives the notification of the failure.
  @LoopActor private func failed(
    _ kind: FailureKind = .locationNoFix, _ body: (Conversation, Sent) throws -> Void
  ) rethrows {
    try converse { client in
      _ = client.subscribe()
      client.location.fail(kind)
      client.endTurn()
      try body(client, client.read().last ?? .nothing)
    }
  }

  private func id(_ reported: Sent) -> String { reported["params.location.failure.failureId"] ?? "?" }

  @LoopActor @Test func `a failure is a state, and the stream goes on`() {
    failed { client, reported in
      #expect(reported["params.location.status"] == "failed")
      #expect(reported["params.location.failure.kind"] == "locationNoFix")
      #expect(reported["params.location.failure.resource"] == "location")
      #expect(reported["params.location.failure.operation"] == "subscribeLocation")
      #expect(reported["params.location.failure.presentation"] == "inline")
      client.location.move(to: 1)
      #expect(client.locations() == ["l1 loaded 2 @1"])
      client.location.fail(.locationUnavailable)
      client.endTurn()
      let second = client.read().last
      #expect(second?["params.location.coordinate.latitude"] == "1")
      #expect(second?["params.location.failure.presentation"] == "silent")
    }
  }

  @LoopActor @Test func `subscribing to what fails succeeds`() {
    converse { client in
      client.location.first = .failure(Problem(.locationUnavailable))
      client.call("subscribeLocation")
      let response = client.response()
      #expect(response["result.location.status"] == "failed")
      #expect(response["result.location.failure.kind"] == "locationUnavailable")
    }
  }

  @LoopActor @Test(arguments: [FailureKind.locationUnavailable, .fileUnreadable])
  func `openSettings is at location.source, and the client's`(kind: FailureKind) {
    failed(kind) { client, reported in
      #expect(reported.all("params.location.failure.recoveryOptions", "key").contains("location.source"))
      client.call("retry", #"{"failureId":"\#(id(reported))","optionId":"openSettings"}"#)
      #expect(client.response()["result.recovered"] == "false")
    }
  }

  @LoopActor @Test func `tryAgain asks the source at once, and responds with the next position`() {
    failed { client, reported in
      client.call("retry")
      #expect(client.location.tries == 1)
      #expect(
        client.read().last?.all("params.location.failure.recoveryOptions", "id") == ["cancel", "tryAgain"])
      client.location.move(to: 3)
      let messages = client.read()
      #expect(messages.map(\.isNotification) == [true, false])
      #expect(messages.last?["result.recovered"] == "true")
      #expect(messages.last?["result.failureId"] == id(reported))
      #expect(messages.last?["result.result.coordinate.latitude"] == "3")
    }
  }

  @LoopActor @Test func `tryAgain that fails again gets a failure of its own`() {
    failed { client, reported in
      client.call("retry")
      client.location.fail(.locationNoFix)
      let response = client.response()
      #expect(response["error.code"] == "1402")
      #expect(response["error.data.previousFailureId"] == id(reported))
      #expect(response["error.data.presentation"] == "inline")
      #expect(response["error.data.failureId"] != id(reported))
      client.call("subscribeLocation")
      let failure = response["error.data.failureId"]
      #expect(client.response()["result.location.failure.failureId"] == failure)
    }
  }

  @LoopActor @Test
  func `a retry that is cancelled leaves the failure open, and the source to those who listen`() {
    failed { client, reported in
      client.call("retry")
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.response()["error.data.kind"] == "requestCancelled")
      #expect(client.location.isRunning)
      client.call("retry", #"{"failureId":"\#(id(reported))"}"#, id: "2")
      client.location.move(to: 1)
      #expect(client.response()["result.recovered"] == "true")
    }
  }
}
