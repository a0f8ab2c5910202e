import Engine
import EngineTestSupport
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// `limits.instances`: which instance makes room, and which never does.
@Suite struct InstanceLimitTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation in which there may be two instances, and `a` and `b` are there.
  @LoopActor
  private func conversation(_ body: (Conversation) throws -> Void) rethrows {
    try converse({ $0.addBranches(instances: 2) }) { client in
      for branch in ["a", "b"] { client.call("getState", branch: branch) }
      _ = client.read()
      try body(client)
    }
  }

  @LoopActor private func listed(_ client: Conversation) -> [String] {
    _ = client.read()
    client.call("listResources")
    return Array(client.response().all("result.resources", "arguments.branch").dropFirst(3))
  }

  @LoopActor @Test func `the least recently used makes room`() {
    conversation { client in
      client.call("getState", branch: "a")
      client.call("getState", branch: "c")
      #expect(listed(client) == ["a", "c"])
      client.call("getState", branch: "b")
      #expect(listed(client) == ["b", "c"])
    }
  }

  @LoopActor @Test func `one that is polled stays`() {
    conversation { client in
      client.call("setAutoPolling", branch: "a", #","enabled":true"#)
      client.instances["a"].succeed(.fleet(at: 1))
      client.call("getState", branch: "b")
      client.call("getState", branch: "c")
      #expect(listed(client) == ["a", "c"])
    }
  }

  @LoopActor @Test func `one that is fetched stays`() {
    conversation { client in
      client.call("refresh", branch: "a", id: "7")
      client.call("getState", branch: "b")
      client.call("getState", branch: "c")
      #expect(listed(client) == ["a", "c"])
      client.instances["a"].succeed(.fleet(at: 1))
      #expect(client.response()["result.arguments.branch"] == "a")
    }
  }

  @LoopActor @Test func `one whose failure is being recovered from stays`() {
    conversation { client in
      client.call("refresh", branch: "a")
      client.instances["a"].fail(.tooManyRequests(retryAfter: .seconds(30)))
      client.call("retry", #"["f1","tryLater"]"#, id: "7")
      client.call("getState", branch: "b")
      client.call("getState", branch: "c")
      #expect(listed(client) == ["a", "c"])
      client.advance(by: .seconds(31))
      client.instances["a"].succeed(.fleet(at: 1))
      #expect(client.response().id == "7")
    }
  }

  @LoopActor @Test func `one of which a client has yet to be notified stays`() {
    conversation { client in
      // Nothing is flushed within a turn: the notifications of `a` wait.
      client.hand(
        #"{"jsonrpc":"2.0","method":"refresh","params":["branches",null,{"branch":"a"}]}"#)
      client.instances["a"].succeed(.fleet(at: 1))
      client.hand(#"{"jsonrpc":"2.0","method":"getState","params":["branches",{"branch":"b"}]}"#)
      client.hand(#"{"jsonrpc":"2.0","method":"getState","params":["branches",{"branch":"c"}]}"#)
      client.endTurn()
      #expect(client.words() == ["branches loaded 2 +1"])
      #expect(listed(client) == ["a", "c"])
    }
  }

  @LoopActor @Test func `where every instance is needed, one more is overloaded`() {
    conversation { client in
      for branch in ["a", "b"] { client.call("setAutoPolling", branch: branch, #","enabled":true"#) }
      _ = client.read()
      for method in ["getState", "refresh"] {
        client.call(method, branch: "c")
        let response = client.response()
        #expect(response["error.data.kind"] == "overloaded" && response["error.data.detail.limit"] == "2")
        #expect(response["error.data.retry.after"] == "1")
      }
      client.call("getState", branch: "a")
      #expect(client.response()["result.arguments.branch"] == "a")
      client.call("setAutoPolling", branch: "a", #","enabled":false"#)
      client.instances["a"].succeed(.fleet(at: 1))
      client.endTurn()
      _ = client.read()
      client.call("getState", branch: "c")
      #expect(client.response()["result.arguments.branch"] == "c")
    }
  }

  @LoopActor @Test func `revisions of one that comes back still only grow`() {
    conversation { client in
      for latitude in 1...3 {
        client.call("refresh", branch: "a")
        client.instances["a"].succeed(.fleet(at: Double(latitude)))
      }
      #expect(client.read().last?["result.revision"] == "6")
      for branch in ["c", "d"] { client.call("getState", branch: branch) }
      _ = client.read()
      client.call("getState", branch: "a")
      let again = client.response()
      #expect(again["result.revision"] == "6" && again["result.status"] == "idle")
      client.call("refresh", branch: "a")
      client.instances["a"].succeed(.fleet(at: 4))
      #expect(client.words() == ["branches loading 7 fetching", "branches loaded 8", "1: branches loaded 8"])
    }
  }

  @LoopActor @Test func `what was encoded of one is not sent for another in its place`() {
    conversation { client in
      client.call("getState", branch: "c")
      client.call("listResources")
      _ = client.read()
      for branch in ["d", "a", "b", "e"] {
        client.call("getState", branch: branch)
        #expect(client.response()["result.arguments.branch"] == branch)
      }
      #expect(listed(client) == ["b", "e"])
    }
  }

  @LoopActor @Test func `retry makes one again that made room`() {
    conversation { client in
      client.call("refresh", branch: "a")
      client.instances["a"].fail(.connectionLost)
      for branch in ["c", "d"] { client.call("getState", branch: branch) }
      _ = client.read()
      client.call("retry", #"["f1"]"#)
      client.instances["a"].succeed(.fleet(at: 1))
      let response = client.response()
      #expect(response["result.recovered"] == "true" && response["result.result.arguments.branch"] == "a")
      #expect(listed(client) == ["a", "d"])
    }
  }
}
