import EngineTestSupport
import Reactor
import TestSupport
import Testing

/// `$/cancelRequest`: docs/protocol.md section 4.
@Suite struct SessionCancelTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `the only caller of a fetch takes it along`() {
    converse { client in
      client.call("refresh")
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.words() == ["state loading 1 fetching", "1: requestCancelled", "state idle 2"])
      #expect(client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `one of several callers leaves the fetch to the others`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("refresh", id: "2")
      client.call("$/cancelRequest", "[1]", id: nil)
      #expect(client.words() == ["state loading 1 fetching", "1: requestCancelled"])
      client.state.succeed(.fleet(at: 1))
      #expect(client.words() == ["state loaded 2", "2: state loaded 2"])
    }
  }

  @LoopActor @Test func `the error is LSP's, and names the operation`() {
    converse { client in
      client.call("fetchMenu")
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      let response = client.response()
      #expect(response["error.code"] == "-32800" && response["error.data.operation"] == "fetchMenu")
    }
  }

  @LoopActor @Test func `a request that has ended is left alone`() {
    converse { client in
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.words() == [])
    }
  }

  @LoopActor @Test func `a request that has not come is not cancelled before it comes`() {
    converse { client in
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "1: state loaded 2")
    }
  }

  @LoopActor @Test(arguments: [("1", "1.0"), ("1", "\"1\""), ("100", "1e2"), ("\"a\"", #""\u0061""#)])
  func `ids are distinguished by their bytes`(one: String, other: String) {
    converse { client in
      client.call("refresh", id: one)
      client.call("refresh", id: other)
      client.call("$/cancelRequest", #"{"id":\#(other)}"#, id: nil)
      #expect(client.words().last == "\(other): requestCancelled")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "\(one): state loaded 2")
    }
  }

  @LoopActor @Test func `an id of thirty digits can be cancelled`() {
    converse { client in
      let id = "123456789012345678901234567890"
      client.call("refresh", id: id)
      client.call("$/cancelRequest", #"{"id":\#(id)}"#, id: nil)
      #expect(client.words().dropFirst().first == "\(id): requestCancelled")
    }
  }

  @LoopActor @Test func `null names no request`() {
    converse { client in
      client.call("refresh", id: "null")
      client.call("$/cancelRequest", #"{"id":null}"#, id: nil)
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "null: state loaded 2")
    }
  }

  @LoopActor @Test func `with an id of its own, cancelling acts and responds with null`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("$/cancelRequest", #"{"id":1}"#, id: "2")
      #expect(client.words().suffix(3) == ["1: requestCancelled", "state idle 2", "2: null"])
    }
  }

  @LoopActor @Test func `cancelling again changes nothing`() {
    converse { client in
      client.call("refresh")
      for _ in 0..<3 { client.call("$/cancelRequest", #"{"id":1}"#, id: nil) }
      #expect(client.words().count { $0 == "1: requestCancelled" } == 1)
    }
  }

  @LoopActor @Test func `after a cancelled fetch the next one starts afresh`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      client.call("refresh", id: "1")
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "1: state loaded 4")
    }
  }
}
