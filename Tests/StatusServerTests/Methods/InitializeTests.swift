import EngineTestSupport
import Reactor
import TestSupport
import Testing

@Suite struct InitializeTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `the result names the server and its capabilities`() {
    converse { client in
      client.call("initialize")
      let response = client.response()
      #expect(response.names("result") == ["protocolVersion", "serverInfo", "capabilities"])
      #expect(response["result.serverInfo.name"] == "statusd")
      #expect(response["result.capabilities.resources.1"] == "menu")
    }
  }

  @LoopActor @Test func `a second one is refused`() {
    converse { client in
      client.call("initialize", id: "1")
      _ = client.read()
      client.call("initialize", id: "2")
      let response = client.response()
      #expect(response.description == "2: invalidRequest")
      #expect(response["error.data.detail.reason"] == "initializedTwice")
    }
  }

  @LoopActor @Test func `one that was refused does not count`() {
    converse { client in
      client.call("initialize", #"{"notifications":7}"#, id: "1")
      client.call("initialize", id: "2")
      #expect(client.words() == ["1: invalidParams", "2: object"])
    }
  }

  @LoopActor @Test func `an LSP client's works as it is`() {
    converse { client in
      client.call(
        "initialize",
        #"{"processId":7,"clientInfo":{"name":"x"},"locale":"de","rootUri":null,"capabilities":{},"workspaceFolders":[]}"#
      )
      #expect(client.words() == ["1: object"])
    }
  }

  @LoopActor
  @Test(arguments: [
    (#"{"stateChanged":false}"#, false), (#"{"stateChanged":true}"#, true), (#"{"other":false}"#, true),
    ("{}", true),
  ])
  func `a client can do without stateChanged`(notifications: String, isTold: Bool) {
    converse { client in
      client.call("initialize", #"{"notifications":\#(notifications)}"#, id: "1")
      _ = client.read()
      client.call("refresh", id: "2")
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(
        client.words() == (isTold ? ["state loading 1 fetching", "state loaded 2"] : []) + [
          "2: state loaded 2"
        ])
    }
  }

  @LoopActor @Test func `a wish that is neither true nor false is refused, with its place`() {
    converse { client in
      client.call("initialize", #"{"notifications":{"stateChanged":"no"}}"#)
      let response = client.response()
      #expect(response["error.data.detail.path"] == "/notifications/stateChanged")
      #expect(response["error.data.detail.reason"] == "type")
    }
  }
}
