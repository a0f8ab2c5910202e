import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Reactor
import TestSupport
import Testing

@testable import StatusServer

/// Methods that respond at once.
@Suite struct MethodsTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `these are the methods that there are`() {
    converse { client in
      #expect(
        client.session.methods.names == [
          "$/cancelRequest", "closeScreen", "exit", "fetchMenu", "getHelp", "getHistory", "getLocation",
          "getState", "initialize", "listResources", "openScreen", "press", "refresh", "retry",
          "rpc.discover", "setAutoPolling", "shutdown", "stats", "subscribeLocation", "unsubscribeLocation",
          "waitFor",
        ])
    }
  }

  @LoopActor @Test func `before the first fetch a resource is idle`() {
    converse { client in
      client.call("getState")
      #expect(
        client.response().text.description
          == #"{"jsonrpc":"2.0","id":1,"result":\#(Sent.idleState)}"#)
      #expect(client.state.attempts.isEmpty)
    }
  }

  @LoopActor
  @Test(arguments: [
    (#"{"resource":"menu"}"#, "menu"), (#"["menu"]"#, "menu"), ("null", "state"), ("[]", "state"),
  ])
  func `getState returns the named resource, or state`(params: String, resource: String) {
    converse { client in
      client.call("getState", params)
      #expect(client.response()["result.resource"] == resource)
    }
  }

  @LoopActor @Test(arguments: ["getState", "refresh"])
  func `an unknown resource is refused, and the nearest one suggested`(method: String) {
    converse { client in
      client.call(method, #"{"resource":"meun"}"#)
      let response = client.response()
      #expect(
        response["error.data.kind"] == "invalidParams" && response["error.data.detail.reason"] == "unknown")
      #expect(
        response["error.data.detail.path"] == "/resource"
          && response["error.data.detail.suggestion"] == "menu")
    }
  }

  @LoopActor @Test func `listResources returns every resource, without its value`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("listResources", id: "2")
      let response = client.response()
      #expect(response.all("result.resources", "resource") == ["state", "menu"])
      #expect(response.all("result.resources", "status") == ["loaded", "idle"])
      #expect(response.all("result.resources", "value") == ["nil", "nil"])
    }
  }

  @LoopActor @Test func `rpc.discover gives the document of the binary`() {
    converse { client in
      client.call("rpc.discover")
      let response = client.response()
      #expect(
        response.text
          == JSONText(
            trusting: Array(#"{"jsonrpc":"2.0","id":1,"result":"#.utf8) + SchemaDocument.openRPC.bytes + [
              0x7D
            ]))
    }
  }
}
