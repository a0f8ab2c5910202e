import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// docs/protocol.md section 7: a Retry-After of more than five seconds fences the server.
@Suite struct FenceTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation in which `refresh` got a Retry-After of thirty seconds, as failure f1.
  @LoopActor private func fenced(
    _ configure: (inout Configuration) -> Void = { _ in }, _ body: (Conversation) throws -> Void
  ) rethrows {
    try converse(configure) { client in
      (client.state.origin, client.menu.origin) = ("one", "one")
      client.call("refresh", id: "0")
      client.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      _ = client.read()
      try body(client)
    }
  }

  @LoopActor @Test func `a long Retry-After ends the fetch, and is reported`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      client.advance(by: .seconds(1))
      let response = client.response()
      #expect(response["error.data.retry.after"] == "30" && client.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `until then a refresh fails at once with the same kind and the time that is left`() {
    fenced { client in
      client.advance(by: .seconds(20))
      client.call("refresh", id: "1")
      let response = client.response()
      #expect(response.description == "1: tooManyRequests" && response["error.data.retry.after"] == "10")
      #expect(response["error.data.detail.status"] == "429")
      #expect(response["error.data.attempts"] == "array" && response.all("error.data.attempts", "kind") == [])
      #expect(client.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `the fence stands around all that the server serves`() {
    fenced { client in
      client.call("fetchMenu", id: "1")
      #expect(client.response().description == "1: tooManyRequests")
      #expect(client.menu.attempts.isEmpty)
    }
  }

  @LoopActor @Test func `other servers are asked`() {
    fenced { client in
      client.menu.origin = "another"
      client.call("fetchMenu", id: "1")
      #expect(client.menu.underWay == 1)
      client.menu.succeed(.emptyMenu)
    }
  }

  @LoopActor @Test func `tryAgain fails at once too`() {
    fenced { client in
      client.call("retry", #"["f1","tryAgain"]"#, id: "1")
      let response = client.response()
      #expect(
        response.description == "1: tooManyRequests" && response["error.data.previousFailureId"] == "f1")
    }
  }

  @LoopActor @Test func `when it has passed the server is asked again`() {
    fenced { client in
      client.advance(by: .seconds(30))
      client.call("refresh", id: "1")
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `a refused fetch does not prolong it`() {
    fenced { client in
      client.advance(by: .seconds(20))
      client.call("refresh", id: "1")
      client.advance(by: .seconds(10))
      client.call("refresh", id: "2")
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `polls wait for its end`() {
    fenced { client in
      client.call("setAutoPolling", #"{"enabled":true,"interval":1}"#, id: "1")
      #expect(client.read().last?["result.autoPolling.nextPollAt"] == "2000-01-01T00:00:30.000Z")
      client.advance(by: .milliseconds(29_999))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .milliseconds(1))
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `an attempt that waits for its turn is given up when a fence is raised`() {
    converse({ $0.becomeDefault() }) { client in
      (client.state.origin, client.menu.origin) = ("one", "one")
      client.call("fetchMenu", id: "1")
      client.menu.fail(.connectionLost)
      client.call("refresh", id: "2")
      client.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      client.advance(by: .seconds(1))
      #expect(client.menu.attempts.count == 1)
      let responses = client.read().filter { !$0.isNotification }.map(\.description)
      #expect(Set(responses) == ["1: tooManyRequests", "2: tooManyRequests"])
    }
  }
}
