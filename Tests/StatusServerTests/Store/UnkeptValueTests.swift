import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A broken disk never hides good data: a value that the store cannot keep is shown, with the failure beside it.
@Suite struct UnkeptValueTests {
  init() {
    EventLoopThread.start()
  }

  private static let kinds: [FailureKind] = [.outOfSpace, .diskFull, .storeUnwritable]

  /// A conversation whose store takes nothing; the clock stands at 2000-01-01T00:00:00Z.
  @LoopActor private func refused(
    _ kind: FailureKind = .diskFull, minimum: Duration = .zero, _ body: (Conversation) throws -> Void
  ) rethrows {
    try converse({ $0.minimumRequestTime = minimum }) { client in
      client.store.problem = Problem(kind)
      try body(client)
    }
  }

  @LoopActor private func fetch(_ client: Conversation, _ place: Double, id: String = "1") -> Sent {
    client.call("refresh", id: id)
    client.state.succeed(.fleet(at: place))
    client.endTurn()
    return client.response()
  }

  @LoopActor private func state(_ client: Conversation) -> Sent {
    client.call("getState", id: "99")
    return client.response()
  }

  @LoopActor @Test(arguments: Self.kinds)
  func `the first value is shown beside its failure, which is an alert`(kind: FailureKind) {
    refused(kind) { client in
      client.call("refresh")
      client.advance(by: .seconds(1))
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      let read = client.read()
      let (change, response) = (read.last { $0.isNotification }, read.last)
      #expect(
        response?["error.data.kind"] == kind.rawValue && response?["error.data.presentation"] == "alert")
      #expect(change?["params.status"] == "failed" && change?["params.isStale"] == "false")
      #expect(change?["params.value.central.latitude"] == "1")
      #expect(change?["params.updatedAt"] == "2000-01-01T00:00:01.000Z")
      #expect(change?["params.failure.failureId"] == response?["error.data.failureId"])
      #expect(change?.all("params.failure.recoveryOptions", "id").contains("useLastKnown") == false)
    }
  }

  @LoopActor @Test func `a write that fails while a call waits is the same`() {
    converse { client in
      client.store.isSlow = true
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      client.store.writes.last?.end(with: Problem(.diskFull))
      client.endTurn()
      #expect(client.read().last?["error.data.kind"] == "diskFull")
      let shown = state(client)
      #expect(shown["result.value.central.latitude"] == "1" && shown["result.isStale"] == "false")
    }
  }

  @LoopActor @Test func `a failure that is held shows no value before its time`() {
    refused(minimum: .milliseconds(300)) { client in
      client.call("refresh")
      client.advance(by: .milliseconds(100))
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      #expect(state(client)["result.status"] == "loading")
      client.advance(by: .milliseconds(200))
      _ = client.read()
      let shown = state(client)
      #expect(shown["result.status"] == "failed" && shown["result.updatedAt"] == "2000-01-01T00:00:00.100Z")
    }
  }

  @LoopActor @Test func `settled, the value is loaded and fresh`() {
    refused { client in
      _ = fetch(client, 1)
      client.call("retry", #"{"optionId":"cancel"}"#, id: "2")
      _ = client.response()
      let shown = state(client)
      #expect(shown["result.status"] == "loaded" && shown["result.isStale"] == "false")
      #expect(shown["result.value.central.latitude"] == "1")
    }
  }

  @LoopActor @Test func `polls go on showing what they fetch, at their interval, with one failure`() {
    refused { client in
      client.call("setAutoPolling", #"{"enabled":true,"interval":10}"#)
      _ = client.response()
      for place in 1...6 {
        client.state.succeed(.fleet(at: Double(place)))
        client.endTurn()
        let shown = state(client)
        #expect(shown["result.value.central.latitude"] == "\(place)" && shown["result.isStale"] == "false")
        #expect(shown["result.failure.failureId"] == "f1" && shown["result.failure.presentation"] == "silent")
        #expect(shown["result.autoPolling.consecutiveFailures"] == "0")
        client.advance(by: .seconds(11))
        #expect(client.state.underWay == 1)
      }
      client.store.problem = nil
      client.state.succeed(.fleet(at: 6))
      client.endTurn()
      #expect(state(client)["result.status"] == "loaded")
    }
  }

  /// It is not kept although it is the same: only the store can say when it is.
  @LoopActor @Test func `an equal or confirmed value is refused again`() {
    refused { client in
      let tag = Validators(entityTag: "\"a\"")
      client.call("refresh")
      client.state.end(.success(SourceResponse(.value(.fleet(at: 1)), validators: tag)))
      client.endTurn()
      #expect(client.response()["error.data.kind"] == "diskFull")
      #expect(fetch(client, 1, id: "2")["error.data.kind"] == "diskFull")
      client.call("refresh", id: "3")
      #expect(client.state.attempts.last?.request.validators == nil)
      client.state.end(.success(SourceResponse(.value(.fleet(at: 1)), validators: tag)))
      client.endTurn()
      _ = client.read()
      client.call("refresh", id: "4")
      #expect(client.state.attempts.last?.request.validators == tag)
      client.state.end(.success(.notModified))
      client.endTurn()
      #expect(client.response()["error.data.kind"] == "diskFull")
    }
  }

  @LoopActor @Test func `a fetch that fails by itself leaves the value, stale`() {
    refused { client in
      _ = fetch(client, 1)
      client.call("refresh", id: "2")
      client.state.fail(Problem(.malformedData))
      client.advance(by: .seconds(1))
      _ = client.read()
      let shown = state(client)
      #expect(shown["result.failure.kind"] == "malformedData" && shown["result.isStale"] == "true")
      #expect(shown["result.value.central.latitude"] == "1")
    }
  }

  @LoopActor @Test func `a call that is cancelled leaves no value behind for the next failure`() {
    converse { client in
      client.store.isSlow = true
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      client.call("$/cancelRequest", "[1]", id: nil)
      client.call("refresh", id: "2")
      client.state.fail(Problem(.malformedData))
      client.advance(by: .seconds(1))
      _ = client.read()
      #expect(state(client)["result.value"] == nil)
    }
  }
}
