import Engine
import JSONRPC
import Jansson
import Reactor
import TestSupport
import Testing

@testable import StatusServer

/// Which messages get responses (docs/protocol.md, “JSON-RPC 2.0”).
@Suite struct SessionMessageTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"nothing"}"#, #"{"jsonrpc":"2.0","method":"refresh","params":{"x":1}}"#,
    #"{"jsonrpc":"2.0","method":"refresh","params":{"timeout":1e400}}"#,
    #"{"jsonrpc":"2.0","method":"$/unknown"}"#,
    #"{"jsonrpc":"2.0","method":"shutdown","params":[1]}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#,
    #"{"jsonrpc":"2.0","method":"getState"}"#,
    #"{"jsonrpc":"2.0","method":"retry"}"#,
  ])
  func `notifications and responses never get a response`(message: String) {
    converse { client in
      client.send(message)
      #expect(client.words() == [])
    }
  }

  @LoopActor
  @Test(arguments: [
    ("nothing at all", "null: parseError"), ("{}", "null: invalidRequest"), ("7", "null: invalidRequest"),
    (#"{"id":5,"method":"getState"}"#, "5: invalidRequest"),
    (#"{"jsonrpc":"2.0","id":5,"method":"x"}"#, "5: methodNotFound"),
    (#"{"jsonrpc":"2.0","id":5,"method":"$/unknown"}"#, "5: methodNotFound"),
    (#"{"jsonrpc":"2.0","id":5,"method":"x","params":[1e400]}"#, "5: methodNotFound"),
    (#"{"jsonrpc":"2.0","id":5,"method":"getState","params":[1,2]}"#, "5: invalidParams"),
    (#"{"jsonrpc":"2.0","id":5,"method":"getState","params":7}"#, "5: invalidRequest"),
    (#"{"jsonrpc":"2.0","id":null,"method":"shutdown"}"#, "null: null"),
  ])
  func `an invalid message gets one response, with its id if it has one`(message: String, response: String) {
    converse { client in
      client.send(message)
      #expect(client.words() == [response])
    }
  }

  @LoopActor @Test func `a bad message does not end the session`() {
    converse { client in
      client.send("x", "{", "[", "\u{0}")
      client.call("getState")
      #expect(client.words().last == "1: state idle 0")
    }
  }

  @LoopActor @Test(arguments: ["1.0", "1e2", "123456789012345678901234567890", #""\u0061""#, "\"\""])
  func `an id comes back as it was written`(id: String) {
    converse { client in
      client.call("getState", id: id)
      #expect(client.words() == ["\(id): state idle 0"])
    }
  }

  @LoopActor @Test func `a problem of the framing gets a response with id null`() {
    converse { client in
      client.send(ProtocolProblem(.invalidRequest, reason: "header", "bad header"))
      let response = client.read()
      #expect(response.map(\.description) == ["null: invalidRequest"])
      #expect(response.first?["error.data.detail.reason"] == "header")
    }
  }

  @LoopActor @Test func `a problem says what, where and what next`() {
    converse { client in
      client.call("refresh", #"{"timeout":0}"#)
      let response = client.response()
      #expect(response["error.code"] == "-32602")
      #expect(response["error.message"] == "params.timeout must be between 0.05 and 3600, got 0.")
      #expect(
        response["error.data.detail.path"] == "/timeout" && response["error.data.detail.reason"] == "range")
      #expect(response["error.data.retry.safe"] == "false")
      #expect(response.all("error.data.recoveryOptions", "id") == ["cancel", "showHelp"])
    }
  }

  @LoopActor @Test func `long names of a client are cut in the response`() {
    converse { client in
      let name = String(repeating: "x\u{301}", count: 50_000)
      for params in [#"{"\#(name)":1}"#, #"{"resource":"\#(name)"}"#, #"{"resource":{"\#(name)":1e400}}"#] {
        client.call("getState", params)
        #expect(client.response().text.bytes.count < 5_000)
      }
    }
  }
}
