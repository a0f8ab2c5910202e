import Engine
import EngineTestSupport
import Jansson
import Reactor
import TestSupport
import Testing

@testable import StatusServer

/// Ids in use and calls that wait: docs/protocol.md sections 2 and 4.
@Suite struct SessionLoadTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Ids in use

  @LoopActor @Test func `an id in use is refused under null, and the first call is not disturbed`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("getState", id: "1")
      let problem = client.response()
      #expect(problem.description == "null: invalidRequest")
      #expect(problem["error.data.detail.reason"] == "idInUse" && problem["error.data.detail.id"] == "1")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "1: state loaded 2")
    }
  }

  @LoopActor @Test func `an id that got its response may be used again`() {
    converse { client in
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 1))
      client.call("getState", id: "1")
      #expect(client.words().last == "1: state loaded 2")
    }
  }

  @LoopActor @Test func `null is never in use`() {
    converse { client in
      client.call("refresh", id: "null")
      client.call("refresh", id: "null")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().suffix(2) == ["null: state loaded 2", "null: state loaded 2"])
    }
  }

  @LoopActor @Test func `a method that does not exist is not remembered by its name`() {
    converse { client in
      client.call("refresh", id: "1")
      _ = client.read()
      client.call(String(repeating: "x", count: 100_000), id: "1")
      #expect(client.response().text.bytes.count < 5_000)
      client.state.succeed(.fleet(at: 1))
    }
  }

  // MARK: Calls that wait

  @LoopActor @Test func `one call too many that waits is refused at once, what need not wait is served`() {
    converse({ $0.limits.inFlight = 2 }) { client in
      client.call("refresh", id: "1")
      client.call("refresh", id: "2")
      _ = client.read()
      client.call("refresh", id: "3")
      let problem = client.response()
      #expect(problem.description == "3: overloaded")
      #expect(problem["error.data.retry.after"] == "1" && problem["error.data.detail.limit"] == "2")
      client.call("getState", id: "4")
      #expect(client.words() == ["4: state loading 1 fetching"])
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `what was refused for load can be tried again`() {
    converse({ $0.limits.inFlight = 1 }) { client in
      client.call("fetchMenu", id: "1")
      _ = client.read()
      client.call("refresh", #"{"timeout":2}"#, id: "2")
      let problem = client.response()
      #expect(problem["error.data.operation"] == "refresh" && problem["error.data.resource"] == "state")
      #expect(problem.all("error.data.recoveryOptions", "id") == ["cancel", "tryAgain", "tryLater"])
      client.menu.succeed(.emptyMenu)
      client.call("retry", #"["f1"]"#, id: "3")
      #expect(client.state.underWay == 1)
      client.advance(by: .seconds(2))
      #expect(client.words().last == "3: timeout")
    }
  }

  @LoopActor @Test func `a recovery that was refused for load offers nothing that cannot work`() {
    converse({ $0.limits.inFlight = 1 }) { client in
      client.call("refresh", id: "1")
      client.state.fail()
      client.call("fetchMenu", id: "2")
      _ = client.read()
      client.call("retry", id: "3")
      #expect(client.response().all("error.data.recoveryOptions", "id") == ["cancel", "showHelp"])
      client.menu.succeed(.emptyMenu)
    }
  }

  @LoopActor
  @Test(arguments: [
    ("retry", #"["f1","cancel"]"#, "object"), ("retry", #"["f1","keepTrying"]"#, "object"),
    ("retry", #"["f9"]"#, "failureNotFound"),
    ("refresh", #"["meun"]"#, "invalidParams"), ("stats", "[]", "object"),
  ])
  func `what need not wait is served under any load`(method: String, params: String, outcome: String) {
    converse({ $0.limits.inFlight = 1 }) { client in
      client.call("refresh", id: "1")
      client.state.fail()
      client.call("fetchMenu", id: "2")
      _ = client.read()
      client.call(method, params, id: "3")
      #expect(client.response().description == "3: \(outcome)")
      client.menu.succeed(.emptyMenu)
    }
  }

  @LoopActor @Test func `a call that has ended makes room`() {
    converse({ $0.limits.inFlight = 1 }) { client in
      client.call("refresh", id: "1")
      client.call("$/cancelRequest", "[1]", id: nil)
      client.call("fetchMenu", id: "2")
      #expect(client.menu.underWay == 1)
      client.menu.succeed(.emptyMenu)
    }
  }

  @LoopActor @Test(arguments: [#"{"timeout":0}"#, #"{"resource":7}"#, #"{"x":1}"#, "[1,2,3]"])
  func `bad params are reported as such under any load`(params: String) {
    converse({ $0.limits.inFlight = 0 }) { client in
      client.call("refresh", params)
      #expect(client.response().description == "1: invalidParams")
    }
  }

  @LoopActor @Test func `notifications that wait count too, and are dropped when they are too many`() {
    converse({ $0.limits.inFlight = 1 }) { client in
      client.call("refresh", id: nil)
      client.call("fetchMenu", id: nil)
      #expect(client.words() == ["state loading 1 fetching"])
      #expect(client.menu.attempts.isEmpty)
    }
  }
}
