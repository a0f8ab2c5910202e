import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// Fetches that fail: docs/protocol.md sections 5 and 6.
@Suite struct SessionFailureTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a first fetch that fails has one failure in notification and response`() throws {
    try converse { client in
      client.call("refresh")
      client.state.fail(.connectionLost)
      let messages = client.read()
      #expect(
        messages.map(\.description) == ["state loading 1 fetching", "state failed 2", "1: connectionLost"])
      let (reported, response) = (try #require(messages.dropFirst().first), try #require(messages.last))
      #expect(reported["params.failure.failureId"] == response["error.data.failureId"])
      #expect(reported["params.value"] == nil && reported["params.isStale"] == "false")
    }
  }

  @LoopActor @Test func `a failure names operation, resource, attempts and ways out`() {
    converse { client in
      client.call("refresh")
      client.advance(by: .milliseconds(250))
      client.state.fail(.connectionLost)
      let response = client.response()
      #expect(response["error.code"] == "1103" && response["error.data.kind"] == "connectionLost")
      #expect(response["error.data.operation"] == "refresh" && response["error.data.resource"] == "state")
      #expect(response["error.data.attempts.0.kind"] == "connectionLost")
      #expect(response["error.data.attempts.0.duration"] == "0.25")
      #expect(response["error.data.retry.safe"] == "true")
      #expect(response.all("error.data.recoveryOptions", "id") == ["cancel", "tryAgain", "keepTrying"])
      #expect(response["error.data.occurredAt"] == "2000-01-01T00:00:00.250Z")
    }
  }

  @LoopActor @Test func `an error has code, message and data and no more`() {
    converse { client in
      client.call("refresh")
      client.state.fail()
      let response = client.response()
      #expect(response.names("") == ["jsonrpc", "id", "error"])
      #expect(response.names("error") == ["code", "message", "data"])
    }
  }

  @LoopActor @Test func `the value is kept through a failure, and stale until a fetch succeeds`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 1))
      client.call("refresh", id: "2")
      client.state.fail()
      let failed = client.read().last { $0.isNotification }
      #expect(failed?.description == "state failed 4")
      #expect(failed?["params.value.central.latitude"] == "1" && failed?["params.isStale"] == "true")
      client.call("refresh", id: "3")
      client.state.succeed(.fleet(at: 1))
      let loaded = client.read().last { $0.isNotification }
      #expect(loaded?.description == "state loaded 6")
      #expect(loaded?["params.isStale"] == "false" && loaded?["params.failure"] == nil)
    }
  }

  @LoopActor @Test func `a failure is inline where there is nothing to show, else an alert`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.fail()
      #expect(client.response()["error.data.presentation"] == "inline")
      client.call("refresh", id: "2")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("refresh", id: "3")
      client.state.fail()
      #expect(client.response()["error.data.presentation"] == "alert")
    }
  }

  @LoopActor @Test func `a body is decoded by the resource's shape`() {
    converse { client in
      client.call("fetchMenu", id: "1")
      client.menu.end(.success(.body(Array("[]".utf8))))
      #expect(client.words().last == "1: menu loaded 2")
      client.call("refresh", id: "2")
      client.state.end(.success(.body(Array("[]".utf8))))
      #expect(client.words().last == "2: unexpectedShape")
    }
  }

  @LoopActor @Test func `a failure of decoding names the source`() {
    converse { client in
      client.call("refresh")
      client.state.end(.success(.body(Array("<html>".utf8))))
      let response = client.response()
      #expect(response["error.data.detail.url"] == "test:state")
      #expect(response["error.data.detail.reason"] == "html")
    }
  }

  @LoopActor @Test func `not modified confirms the value there is`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .seconds(5))
      client.call("refresh", id: "2")
      client.state.end(.success(.notModified))
      let response = client.read().last
      #expect(response?.description == "2: state loaded 4")
      #expect(response?["result.value.central.latitude"] == "1")
      #expect(response?["result.updatedAt"] == "2000-01-01T00:00:05.000Z")
    }
  }

  @LoopActor @Test func `not modified where there is nothing is a failure`() {
    converse { client in
      client.call("refresh")
      client.state.end(.success(.notModified))
      #expect(client.words().last == "1: unexpectedStatus")
    }
  }

  // MARK: Timeout

  @LoopActor @Test func `a timeout that nobody else waits through ends the fetch`() {
    converse { client in
      client.call("refresh", #"{"timeout":2}"#)
      _ = client.read()
      client.advance(by: .milliseconds(1_999))
      #expect(client.words() == [])
      client.advance(by: .milliseconds(1))
      let messages = client.read()
      #expect(messages.map(\.description) == ["state failed 2", "1: timeout"])
      #expect(messages.last?["error.data.attempts.0.duration"] == "2")
      #expect(client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `a timeout among others ends one wait and leaves the fetch to them`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("refresh", #"{"timeout":2}"#, id: "2")
      client.call("refresh", #"{"timeout":3}"#, id: "3")
      _ = client.read()
      client.advance(by: .seconds(2))
      let timedOut = client.response()
      #expect(timedOut.description == "2: timeout")
      #expect(timedOut["error.data.operation"] == "refresh" && timedOut["error.data.resource"] == "state")
      #expect(timedOut.all("error.data.attempts", "kind") == ["timeout"])
      #expect(timedOut["error.data.attempts.0.duration"] == "2")
      client.advance(by: .milliseconds(500))
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .seconds(9))
      #expect(client.words() == ["state loaded 2", "1: state loaded 2", "3: state loaded 2"])
    }
  }

  @LoopActor @Test func `the last of several timeouts ends the fetch`() {
    converse { client in
      client.call("refresh", #"{"timeout":2}"#, id: "1")
      client.call("refresh", #"{"timeout":1}"#, id: "2")
      _ = client.read()
      client.advance(by: .seconds(5))
      #expect(client.words() == ["2: timeout", "state failed 2", "1: timeout"])
      #expect(client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `what a source brings after a timeout is dropped`() {
    converse { client in
      client.call("refresh", #"{"timeout":1}"#, id: "1")
      let late = client.state.attempts[0].completion
      client.advance(by: .seconds(1))
      client.call("refresh", id: "2")
      _ = client.read()
      late?(.success(.value(.fleet(at: 1))))
      client.endTurn()
      #expect(client.words() == [])
      client.state.succeed(.fleet(at: 2))
      #expect(client.read().last?["result.value.central.latitude"] == "2")
    }
  }
}
