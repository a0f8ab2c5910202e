import Engine
import EngineTestSupport
import Reactor
import TestSupport
import Testing

@testable import StatusServer

/// JSON-RPC 2.0 section 6.
@Suite struct SessionBatchTests {
  init() {
    EventLoopThread.start()
  }

  private static func request(_ id: String, _ method: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
  }

  private static let notification = #"{"jsonrpc":"2.0","method":"getState"}"#

  @LoopActor @Test func `responses come as one array in request order`() {
    converse { client in
      client.send("[\(Self.request("1", "getState")),7,\(Self.notification),\(Self.request("2", "nothing"))]")
      #expect(client.words() == ["[1: state idle 0, null: invalidRequest, 2: methodNotFound]"])
    }
  }

  @LoopActor @Test func `a slow member keeps its place, and other traffic goes on`() {
    converse { client in
      client.send("[\(Self.request("1", "refresh")),\(Self.request("2", "getState"))]")
      client.call("getState", id: "3")
      client.call("listResources", id: "4")
      #expect(client.words() == ["state loading 1 fetching", "3: state loading 1 fetching", "4: object"])
      client.state.succeed(.fleet(at: 1))
      #expect(client.words() == ["state loaded 2", "[1: state loaded 2, 2: state loading 1 fetching]"])
    }
  }

  @LoopActor @Test func `members that end in another order get responses in request order`() {
    converse { client in
      client.send("[\(Self.request("1", "refresh")),\(Self.request("2", "fetchMenu"))]")
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      _ = client.read()
      client.state.fail()
      #expect(client.words().last == "[1: connectionLost, 2: menu loaded 2]")
    }
  }

  @LoopActor
  @Test(arguments: [
    "[\(notification)]", "[\(notification),\(notification)]", #"[{"jsonrpc":"2.0","id":1,"result":7}]"#,
    #"[{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"refresh","params":{"x":1}}]"#,
  ])
  func `a batch without requests gets no response`(batch: String) {
    converse { client in
      client.send(batch)
      #expect(client.words() == [])
    }
  }

  @LoopActor @Test func `an empty batch, and one too large, is one error`() {
    converse({ $0.limits.batch = 2 }) { client in
      client.send("[]")
      client.send("[1,2,3]")
      #expect(client.words() == ["null: invalidRequest", "null: invalidRequest"])
    }
  }

  @LoopActor @Test func `a member may be cancelled`() {
    converse { client in
      client.send("[\(Self.request("1", "refresh")),\(Self.request("2", "fetchMenu"))]")
      client.call("$/cancelRequest", "[1]", id: nil)
      _ = client.read()
      client.menu.succeed(.emptyMenu)
      #expect(client.words().last == "[1: requestCancelled, 2: menu loaded 2]")
    }
  }

  @LoopActor @Test func `an id that another member uses is refused in its place`() {
    converse { client in
      client.send("[\(Self.request("1", "refresh")),\(Self.request("1", "refresh"))]")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "[1: state loaded 2, null: invalidRequest]")
    }
  }

  @LoopActor @Test func `what follows exit in its batch is refused, and the batch gets a response`() {
    converse { client in
      client.send(
        "[\(Self.request("1", "refresh")),\(Self.request("2", "exit")),\(Self.request("3", "refresh")),"
          + "\(Self.request("4", "getState"))]")
      #expect(client.words().last == "[1: shuttingDown, 2: null, 3: shuttingDown, 4: shuttingDown]")
      #expect(client.statuses == [1])
    }
  }
}
