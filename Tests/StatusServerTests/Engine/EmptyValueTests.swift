import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Successes without a value, and fetches that leave everything as it was.
@Suite struct EmptyValueTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a source that says that there is nothing has loaded, and has no value`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("refresh", id: "2")
      client.state.end(.success(SourceResponse(.nothing, status: 404)))
      let messages = client.read()
      #expect(
        messages.map(\.description) == ["state loaded 3 fetching", "state loaded 4", "2: state loaded 4"])
      let result = messages.last
      #expect(result?["result.value"] == nil && result?["result.updatedAt"] == nil)
      #expect(result?["result.isStale"] == "false" && result?["result.failure"] == nil)
      // Nothing is kept that a server could confirm.
      client.call("refresh", id: "3")
      #expect(client.state.attempts.last?.request.validators == nil)
      client.state.end(.success(SourceResponse(.nothing, status: 404)))
      #expect(client.read().last?["result.value"] == nil)
      client.call("getHistory", id: "4")
      #expect(client.response().all("result.samples", "outcome") == ["ok", "ok", "ok"])
    }
  }

  @LoopActor @Test func `a poll that finds nothing again says nothing`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      client.state.end(.success(SourceResponse(.nothing, status: 404)))
      client.endTurn()
      _ = client.read()
      client.advance(untilAttempt: 2, of: client.state)
      client.state.end(.success(SourceResponse(.nothing, status: 404)))
      client.endTurn()
      #expect(client.read().isEmpty)
    }
  }

  @LoopActor @Test func `a failure over nothing is inline, and what comes then is a value`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.end(.success(SourceResponse(.nothing, status: 404)))
      _ = client.read()
      client.call("refresh", id: "2")
      client.state.fail()
      #expect(client.response()["error.data.presentation"] == "inline")
      client.call("refresh", id: "3")
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.value.central.latitude"] == "1")
    }
  }

  @LoopActor @Test func `unchanged without a value names the status`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.end(.success(SourceResponse(.notModified, status: 404)))
      let response = client.response()
      #expect(response.description == "1: unexpectedStatus")
      #expect(response["error.data.failureReason"] == "The server says 404 where nothing was kept.")
    }
  }

  // MARK: requestCancelled

  @LoopActor @Test func `a fetch that its source cancels leaves the state before`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.fail(.requestCancelled)
      let messages = client.read()
      #expect(
        messages.map(\.description) == ["state loading 1 fetching", "state idle 2", "1: requestCancelled"])
      #expect(messages.last?["error.data.presentation"] == "silent")
      client.call("refresh", id: "2")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("refresh", id: "3")
      client.state.fail(.requestCancelled)
      let last = client.read()
      #expect(last.map(\.description).suffix(2) == ["state loaded 6", "3: requestCancelled"])
      #expect(last.dropLast().last?["params.isStale"] == "false")
      client.call("getHistory", id: "4")
      #expect(client.response().all("result.samples", "outcome") == ["ok"])
    }
  }

  @LoopActor @Test func `a recovery whose fetch is cancelled leaves its failure open`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.fail(.serverError)
      _ = client.read()
      client.call("retry", #"["f1","tryAgain"]"#, id: "2")
      client.state.fail(.requestCancelled)
      let messages = client.read()
      #expect(messages.last?.description == "2: requestCancelled")
      #expect(messages.dropLast().last?["params.failure.failureId"] == "f1")
      client.call("retry", #"["f1","tryAgain"]"#, id: "3")
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a poll that is cancelled goes on with its interval`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      client.state.fail(.requestCancelled)
      client.endTurn()
      client.advance(by: .seconds(11))
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().last?["params.failure"] == nil)
    }
  }

  // MARK: Parts

  @LoopActor @Test func `another pointer makes another value of the same body`() {
    let body = Array(#"{"a":{"items":[]},"b":7}"#.utf8)
    converseReloading {
      $0.resources[1].pointer = "/a"
    } _: { client, change in
      client.call("fetchMenu", id: "1")
      client.menu.end(.success(.body(body)))
      client.endTurn()
      #expect(client.response()["result.status"] == "loaded")
      change { $0.resources[1].pointer = "/b" }
      #expect(client.read().last?["params.isStale"] == "true")
      client.call("fetchMenu", id: "2")
      client.menu.end(.success(.body(body)))
      client.endTurn()
      let response = client.response()
      #expect(response.description == "2: unexpectedShape" && response["error.data.detail.path"] == "/b")
    }
  }

  @LoopActor @Test func `other statuses are another source`() {
    converseReloading { client, change in
      client.call("setAutoPolling", "[true, 3600]")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      change { $0.resources[0].statuses.set(.one(404), .empty) }
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
    }
  }
}
