import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// `waitFor`, as a client calls it.
@Suite struct WaitForTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `the response has the reason and the snapshot, and comes behind the change`() {
    converse { client in
      client.call("waitFor", #"{"until":{"path":"/central/latitude","atLeast":2}}"#)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      client.advance(untilAttempt: 2, of: client.state)
      client.state.succeed(.fleet(at: 2.5))
      client.endTurn()
      let messages = client.read()
      #expect(messages.last?["result.reason"] == "met")
      #expect(messages.last?["result.snapshot.value.central.latitude"] == "2.5")
      #expect(messages.last?["result.snapshot.autoPolling.enabled"] == "false")
      #expect(messages.dropLast().last?["params.revision"] == messages.last?["result.snapshot.revision"])
      #expect(messages.filter { $0["params.autoPolling.enabled"] == "true" }.isEmpty)
    }
  }

  @LoopActor @Test func `unless is looked at first`() {
    converse { client in
      client.call(
        "waitFor", #"{"until":{"exists":true},"unless":[{"path":"/x","equals":1},{"exists":true}]}"#)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.response()["result.reason"] == "unless")
    }
  }

  @LoopActor @Test func `a time-out is a result`() {
    converse { client in
      client.call("waitFor", #"{"until":{"path":"/x","exists":true},"timeout":1.5}"#)
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .milliseconds(1_500))
      let response = client.response()
      #expect(response["result.reason"] == "timeout")
      #expect(response["result.waited"] == "1.5")
    }
  }

  @LoopActor @Test func `what has changed is another value than that of the beginning`() {
    converse { client in
      client.call("refresh", id: "8")
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      _ = client.read()
      client.call("waitFor", #"{"until":{"path":"/central/latitude","changed":true},"interval":1}"#)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.read().map(\.isNotification).contains(false) == false)
      client.advance(untilAttempt: 3, of: client.state)
      client.state.succeed(.fleet(at: 2))
      client.endTurn()
      #expect(client.response()["result.reason"] == "met")
    }
  }

  @LoopActor @Test func `a failure that is not waited out is the response`() {
    converse { client in
      client.call("waitFor", #"{"until":{"exists":true},"patience":"none"}"#)
      client.state.fail(.connectionLost)
      client.endTurn()
      let messages = client.read()
      let response = messages.last
      #expect(response?["error.data.operation"] == "waitFor")
      #expect(response?["error.data.failureId"] == messages.dropLast().last?["params.failure.failureId"])
      let id = response?["error.data.failureId"] ?? ""
      client.call("retry", #"{"failureId":"\#(id)","optionId":"tryAgain"}"#)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a wait can be cancelled, and gives up its poll`() {
    converse { client in
      client.call("waitFor", #"{"until":{"exists":false}}"#)
      #expect(client.state.underWay == 1)
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.response()["error.data.kind"] == "requestCancelled")
      #expect(client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `a wait counts among the calls that wait`() {
    converse({ $0.limits.inFlight = 1 }) { client in
      client.call("waitFor", #"{"until":{"exists":false}}"#)
      client.call("waitFor", #"{"until":{"exists":false}}"#, id: "2")
      #expect(client.response()["error.data.kind"] == "overloaded")
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      _ = client.read()
    }
  }

  /// Params that are none, the path of the mistake and its reason.
  private static let mistakes = [
    ("{}", "/until", "missing"),
    (#"{"until":1}"#, "/until", "type"),
    (#"{"until":[]}"#, "/until", "range"),
    (#"{"until":{}}"#, "/until", "missing"),
    (#"{"until":{"equals":1,"not":1}}"#, "/until", "arity"),
    (#"{"until":{"equal":1}}"#, "/until/equal", "unknown"),
    (#"{"until":{"exists":true},"unless":[{"path":"x","exists":true}]}"#, "/unless/0/path", "range"),
    (#"{"until":{"changed":false}}"#, "/until/changed", "range"),
    (#"{"until":{"atLeast":"1"}}"#, "/until/atLeast", "type"),
    (#"{"until":{"exists":true},"patience":"some"}"#, "/patience", "unknown"),
    (#"{"until":{"exists":true},"timeout":604801}"#, "/timeout", "range"),
    (#"{"until":{"exists":true},"interval":0}"#, "/interval", "range"),
    (#"{"until":{"exists":true},"resource":"x"}"#, "/resource", "unknown"),
  ]

  @LoopActor @Test(arguments: mistakes)
  func `a mistake in the params says where and why`(params: String, path: String, reason: String) {
    converse { client in
      client.call("waitFor", params)
      let response = client.response()
      #expect(response["error.code"] == "-32602")
      #expect(response["error.data.detail.path"] == path)
      #expect(response["error.data.detail.reason"] == reason)
    }
  }
}
