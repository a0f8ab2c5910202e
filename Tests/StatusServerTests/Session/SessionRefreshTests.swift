import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// Fetching, as one client sees it: docs/protocol.md sections 4 and 5.
@Suite struct SessionRefreshTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: One fetch

  @LoopActor @Test func `the first fetch is reported as loading and as loaded before its response`() {
    converse { client in
      client.call("refresh")
      #expect(client.words() == ["state loading 1 fetching"])
      client.state.succeed(.fleet(at: 1))
      #expect(client.words() == ["state loaded 2", "1: state loaded 2"])
    }
  }

  @LoopActor @Test func `the response is the snapshot with its value`() {
    converse { client in
      client.call("refresh")
      client.advance(by: .milliseconds(1_500))
      client.state.succeed(.fleet(at: 1.5))
      let response = client.response()
      #expect(
        response.names("result") == [
          "resource", "revision", "status", "isFetching", "value", "updatedAt", "isStale", "autoPolling",
        ])
      #expect(response["result.value.central.latitude"] == "1.5")
      #expect(response["result.updatedAt"] == "2000-01-01T00:00:01.500Z")
      #expect(response["result.isStale"] == "false")
    }
  }

  @LoopActor @Test func `attempt and maxAttempts are there while fetching`() {
    converse { client in
      client.call("refresh")
      let loading = client.read().first
      #expect(loading?["params.attempt"] == "1" && loading?["params.maxAttempts"] == "1")
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().first?["params.attempt"] == nil)
    }
  }

  @LoopActor @Test func `fetching over a value leaves the status as it was`() {
    converse { client in
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("refresh", id: "2")
      #expect(client.words() == ["state loaded 3 fetching"])
      client.state.succeed(.fleet(at: 2))
      #expect(client.words() == ["state loaded 4", "2: state loaded 4"])
    }
  }

  @LoopActor @Test func `fetchMenu fetches the menu`() {
    converse { client in
      client.call("fetchMenu")
      client.menu.succeed(.emptyMenu)
      #expect(client.words() == ["menu loading 1 fetching", "menu loaded 2", "1: menu loaded 2"])
      #expect(client.state.attempts.isEmpty)
    }
  }

  @LoopActor
  @Test(arguments: [(#"{"resource":"menu"}"#, 0, 1), (#"["state"]"#, 1, 0), ("{}", 1, 0), ("[null]", 1, 0)])
  func `refresh fetches the resource that is named, or state`(params: String, state: Int, menu: Int) {
    converse { client in
      client.call("refresh", params, id: nil)
      #expect(client.state.underWay == state && client.menu.underWay == menu)
    }
  }

  // MARK: Single flight

  @LoopActor @Test func `two refreshes are one fetch and two responses, in the order of the calls`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("refresh", id: "\"b\"")
      #expect(client.state.attempts.count == 1)
      client.state.succeed(.fleet(at: 1))
      #expect(
        client.words() == [
          "state loading 1 fetching", "state loaded 2", "1: state loaded 2", "\"b\": state loaded 2",
        ])
    }
  }

  @LoopActor @Test func `refresh of the menu joins fetchMenu`() {
    converse { client in
      client.call("fetchMenu", id: "1")
      client.call("refresh", #"["menu"]"#, id: "2")
      #expect(client.menu.attempts.count == 1)
      client.menu.fail()
      #expect(client.words().suffix(2) == ["1: connectionLost", "2: connectionLost"])
    }
  }

  @LoopActor @Test func `after a fetch the next one is a new one`() {
    converse { client in
      for id in 1...3 {
        client.call("refresh", id: "\(id)")
        client.state.succeed(.fleet(at: Double(id)))
      }
      #expect(client.state.attempts.count == 3)
    }
  }

  @LoopActor @Test func `two resources are fetched side by side`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("fetchMenu", id: "2")
      client.menu.succeed(.emptyMenu)
      #expect(client.words().last == "2: menu loaded 2")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "1: state loaded 2")
    }
  }

  @LoopActor @Test func `a notification fetches and gets no response`() {
    converse { client in
      client.call("refresh", id: nil)
      client.state.fail()
      client.endTurn()
      #expect(client.words() == ["state loading 1 fetching", "state failed 2"])
    }
  }

  // MARK: Order

  @LoopActor @Test func `a response with a revision comes after every notification up to it`() {
    converse { client in
      client.send(
        #"{"jsonrpc":"2.0","id":1,"method":"refresh"}"#, #"{"jsonrpc":"2.0","id":2,"method":"getState"}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"listResources"}"#)
      #expect(
        client.words() == ["state loading 1 fetching", "2: state loading 1 fetching", "3: object"])
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
    }
  }

  @LoopActor @Test func `changes of one turn are one notification that counts those left out`() {
    converse { client in
      client.call("refresh", id: nil)
      _ = client.read()
      // Three changes before anything is written: the end of a fetch, another, and its end.
      client.state.succeed(.fleet(at: 1))
      client.hand(#"{"jsonrpc":"2.0","method":"refresh"}"#)
      client.state.succeed(.fleet(at: 2))
      client.endTurn()
      #expect(client.words() == ["state loaded 4 +2"])
    }
  }

  @LoopActor @Test func `notifications of several resources come in the order of their first change`() {
    converse { client in
      client.send(
        #"{"jsonrpc":"2.0","method":"fetchMenu"}"#, #"{"jsonrpc":"2.0","method":"refresh"}"#)
      #expect(client.words() == ["menu loading 1 fetching", "state loading 1 fetching"])
    }
  }
}
