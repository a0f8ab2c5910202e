import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// What clients see when the location fails, and how they can recover.
@Suite struct LocationFailureTests {
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

  // MARK: States

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

  @LoopActor @Test func `the same failure over and over is reported once, with one id`() {
    failed(.locationUnavailable) { client, reported in
      for _ in 0..<300 { client.location.fail(.locationUnavailable) }
      #expect(client.locations() == [])
      client.call("subscribeLocation")
      #expect(client.response()["result.location.failure.failureId"] == id(reported))
    }
  }

  @LoopActor
  @Test(arguments: [
    (FailureKind.locationUnavailable, ["cancel", "tryAgain", "keepTrying", "useDemoRoute", "openSettings"]),
    (.locationNoDevice, ["cancel", "tryAgain", "keepTrying", "useDemoRoute", "openSettings"]),
    (.locationNoFix, ["cancel", "tryAgain", "keepTrying", "useDemoRoute"]),
    (.locationDenied, ["cancel", "useDemoRoute", "openSettings"]),
    (.fileNotFound, ["cancel", "tryAgain", "useDemoRoute", "openSettings"]),
    (.malformedData, ["cancel", "tryAgain", "useDemoRoute", "openSettings"]),
    (.bodyTooLarge, ["cancel", "useDemoRoute", "openSettings"]),
  ])
  func `what is offered`(kind: FailureKind, options: [String]) {
    failed(kind) { _, reported in
      #expect(reported.all("params.location.failure.recoveryOptions", "id") == options)
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

  // MARK: tryAgain

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

  @LoopActor @Test func `two who try again share it`() {
    failed { client, reported in
      client.call("retry", #"{"failureId":"\#(id(reported))"}"#, id: "1")
      client.call("retry", #"{"failureId":"\#(id(reported))"}"#, id: "2")
      #expect(client.location.tries == 1)
      client.location.move(to: 3)
      #expect(client.read().filter { $0["result.recovered"] == "true" }.compactMap(\.id) == ["1", "2"])
    }
  }

  @LoopActor @Test func `tryAgain where nobody listens any more starts the source for as long as it takes`() {
    failed { client, _ in
      client.unsubscribe("l1")
      #expect(!client.location.isRunning)
      client.call("retry")
      #expect(client.location.isRunning)
      client.location.move(to: 1)
      #expect(client.response()["result.result.status"] == "loaded")
      #expect(!client.location.isRunning)
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

  @LoopActor @Test func `a retry that is cancelled where nobody listens stops the source`() {
    failed { client, reported in
      client.unsubscribe("l1")
      client.call("retry")
      #expect(client.location.isRunning)
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.response()["error.data.kind"] == "requestCancelled")
      #expect(!client.location.isRunning && client.location.stops == 2)
      client.call("retry", #"{"failureId":"\#(id(reported))"}"#, id: "2")
      client.location.move(to: 1)
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a position settles the failure`() {
    failed { client, reported in
      client.location.move(to: 1)
      client.call("retry", #"{"failureId":"\#(id(reported))"}"#)
      #expect(client.response()["error.data.kind"] == "alreadyRecovered")
      client.call("retry", id: "2")
      #expect(client.response()["error.data.kind"] == "nothingToRetry")
    }
  }

  @LoopActor @Test func `the newest unsettled failure may be of the location or of a fetch`() {
    failed { client, reported in
      client.call("refresh")
      client.state.fail(.serverError)
      _ = client.read()
      client.call("retry", id: "2")
      #expect(client.state.attempts.count == 2 && client.location.tries == 0)
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("retry", id: "3")
      #expect(client.location.tries == 1)
      client.location.move(to: 1)
    }
  }

  // MARK: The other ways out

  @LoopActor @Test func `keepTrying responds at once and settles nothing`() {
    failed { client, reported in
      client.call("retry", #"{"optionId":"keepTrying"}"#)
      let response = client.response()
      #expect(response["result.recovered"] == "true" && response["result.result.status"] == "failed")
      #expect(client.location.tries == 0)
      client.call("retry", #"{"failureId":"\#(id(reported))"}"#, id: "2")
      client.location.move(to: 1)
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `useDemoRoute takes the built-in route from now on`() {
    failed { client, _ in
      client.call("retry", #"{"optionId":"useDemoRoute"}"#)
      let messages = client.read()
      #expect(messages.last?["result.recovered"] == "true")
      #expect(messages.last?["result.result.coordinate.latitude"] == "53.619653")
      #expect(!client.location.isRunning)
      client.advance(by: .seconds(10))
      #expect(client.locations() == ["l1 loaded 4 @53.080917"])
    }
  }

  @LoopActor @Test func `the built-in route stays when all have left and come again`() {
    failed { client, _ in
      client.call("retry", #"{"optionId":"useDemoRoute"}"#)
      _ = client.read()
      client.unsubscribe("l1")
      client.call("subscribeLocation")
      #expect(client.response()["result.location.coordinate.latitude"] == "53.619653")
      #expect(client.location.starts == 1)
    }
  }
}
