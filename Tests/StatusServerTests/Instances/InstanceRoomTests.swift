import EngineTestSupport
import Reactor
import TestSupport
import Testing

/// What a session sees of instances that make room for others.
@Suite struct InstanceRoomTests {
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

  @LoopActor @Test func `a call that would need one more is overloaded`() {
    conversation { client in
      for branch in ["a", "b"] { client.call("setAutoPolling", branch: branch, #","enabled":true"#) }
      _ = client.read()
      for method in ["getState", "refresh"] {
        client.call(method, branch: "c")
        let response = client.response()
        #expect(response["error.data.kind"] == "overloaded" && response["error.data.detail.limit"] == "2")
        #expect(response["error.data.retry.after"] == "1")
      }
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
}
