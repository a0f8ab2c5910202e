import Engine
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// What a client is told when the location fails, and what it can do.
@Suite struct LocationFailureTests {
  init() {
    EventLoopThread.start()
  }

  /// Subscribed, and the source has failed; with the failure as it was told.
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

  private func id(_ told: Sent) -> String { told["params.location.failure.failureId"] ?? "?" }

  // MARK: States

  @LoopActor @Test func `a failure is a state, and the stream goes on`() {
    failed { client, told in
      #expect(told["params.location.status"] == "failed")
      #expect(told["params.location.failure.kind"] == "locationNoFix")
      #expect(told["params.location.failure.resource"] == "location")
      #expect(told["params.location.failure.operation"] == "subscribeLocation")
      #expect(told["params.location.failure.presentation"] == "inline")
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
      let answer = client.answer()
      #expect(answer["result.location.status"] == "failed")
      #expect(answer["result.location.failure.kind"] == "locationUnavailable")
    }
  }

  @LoopActor @Test func `the same failure over and over is told once, with one id`() {
    failed(.locationUnavailable) { client, told in
      for _ in 0..<300 { client.location.fail(.locationUnavailable) }
      #expect(client.locations() == [])
      client.call("subscribeLocation")
      #expect(client.answer()["result.location.failure.failureId"] == id(told))
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
    failed(kind) { _, told in
      #expect(told.all("params.location.failure.recoveryOptions", "id") == options)
    }
  }

  @LoopActor @Test(arguments: [FailureKind.locationUnavailable, .fileUnreadable])
  func `openSettings is at location.source, and the client's`(kind: FailureKind) {
    failed(kind) { client, told in
      #expect(told.all("params.location.failure.recoveryOptions", "key").contains("location.source"))
      client.call("retry", #"{"failureId":"\#(id(told))","optionId":"openSettings"}"#)
      #expect(client.answer()["result.recovered"] == "false")
    }
  }

  // MARK: tryAgain

  @LoopActor @Test func `tryAgain asks the source at once, and answers with the next position`() {
    failed { client, told in
      client.call("retry")
      #expect(client.location.tries == 1)
      #expect(
        client.read().last?.all("params.location.failure.recoveryOptions", "id") == ["cancel", "tryAgain"])
      client.location.move(to: 3)
      let messages = client.read()
      #expect(messages.map(\.isNotification) == [true, false])
      #expect(messages.last?["result.recovered"] == "true")
      #expect(messages.last?["result.failureId"] == id(told))
      #expect(messages.last?["result.result.coordinate.latitude"] == "3")
    }
  }

  @LoopActor @Test func `tryAgain that fails again is answered with a failure of its own`() {
    failed { client, told in
      client.call("retry")
      client.location.fail(.locationNoFix)
      let answer = client.answer()
      #expect(answer["error.code"] == "1402")
      #expect(answer["error.data.previousFailureId"] == id(told))
      #expect(answer["error.data.presentation"] == "inline")
      #expect(answer["error.data.failureId"] != id(told))
      client.call("subscribeLocation")
      let failure = answer["error.data.failureId"]
      #expect(client.answer()["result.location.failure.failureId"] == failure)
    }
  }

  @LoopActor @Test func `two who try again share it`() {
    failed { client, told in
      client.call("retry", #"{"failureId":"\#(id(told))"}"#, id: "1")
      client.call("retry", #"{"failureId":"\#(id(told))"}"#, id: "2")
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
      #expect(client.answer()["result.result.status"] == "loaded")
      #expect(!client.location.isRunning)
    }
  }

  @LoopActor @Test
  func `a retry that is cancelled leaves the failure open, and the source to those who listen`() {
    failed { client, told in
      client.call("retry")
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.answer()["error.data.kind"] == "requestCancelled")
      #expect(client.location.isRunning)
      client.call("retry", #"{"failureId":"\#(id(told))"}"#, id: "2")
      client.location.move(to: 1)
      #expect(client.answer()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a position settles the failure`() {
    failed { client, told in
      client.location.move(to: 1)
      client.call("retry", #"{"failureId":"\#(id(told))"}"#)
      #expect(client.answer()["error.data.kind"] == "alreadyRecovered")
      client.call("retry", id: "2")
      #expect(client.answer()["error.data.kind"] == "nothingToRetry")
    }
  }

  @LoopActor @Test func `the newest unsettled failure may be of the location or of a fetch`() {
    failed { client, told in
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

  @LoopActor @Test func `keepTrying answers at once, for it does so anyway, and settles nothing`() {
    failed { client, told in
      client.call("retry", #"{"optionId":"keepTrying"}"#)
      let answer = client.answer()
      #expect(answer["result.recovered"] == "true" && answer["result.result.status"] == "failed")
      #expect(client.location.tries == 0)
      client.call("retry", #"{"failureId":"\#(id(told))"}"#, id: "2")
      client.location.move(to: 1)
      #expect(client.answer()["result.recovered"] == "true")
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
      #expect(client.answer()["result.location.coordinate.latitude"] == "53.619653")
      #expect(client.location.starts == 1)
    }
  }
}
