import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// How a session begins and ends: docs/protocol.md section 3.
@Suite struct SessionEndTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: shutdown and exit

  @LoopActor @Test func `shutdown responds with null, and every request after it is refused`() {
    converse { client in
      client.call("shutdown", id: "1")
      #expect(client.words() == ["1: null"])
      for method in ["getState", "refresh", "shutdown", "initialize", "rpc.discover", "nothing"] {
        client.call(method, id: "2")
        #expect(client.words() == ["2: shuttingDown"], "\(method)")
      }
    }
  }

  @LoopActor @Test func `shutdown leaves those alone that wait`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("shutdown", id: "2")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "1: state loaded 2")
    }
  }

  @LoopActor @Test func `after shutdown what waits can still be cancelled`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("shutdown", id: "2")
      _ = client.read()
      client.call("$/cancelRequest", "[1]", id: nil)
      #expect(client.words().first == "1: requestCancelled")
    }
  }

  @LoopActor @Test func `exit after shutdown ends with status 0`() {
    converse { client in
      client.call("shutdown")
      client.call("exit", id: nil)
      #expect(client.statuses == [0] && client.stops == 1)
    }
  }

  @LoopActor @Test func `exit without shutdown ends with status 1`() {
    converse { client in
      client.call("exit", id: nil)
      #expect(client.statuses == [1] && client.words() == [])
    }
  }

  @LoopActor @Test func `exit gives waiting calls their responses before it ends`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("fetchMenu", id: "2")
      _ = client.read()
      client.call("exit", id: nil)
      #expect(
        client.words().filter { $0.hasSuffix("shuttingDown") } == ["1: shuttingDown", "2: shuttingDown"])
      #expect(client.statuses == [1] && client.state.underWay == 0 && client.menu.underWay == 0)
    }
  }

  @LoopActor @Test func `with an id, exit acts and responds with null`() {
    converse { client in
      client.call("exit", id: "7")
      #expect(client.words() == ["7: null"] && client.statuses == [1])
    }
  }

  // MARK: The end of the input

  @LoopActor @Test func `with nothing waiting, the end of the input ends the session with status 0`() {
    converse { client in
      client.session.inputEnded()
      #expect(client.statuses == [])
      client.endTurn()
      #expect(client.statuses == [0] && client.stops == 1)
    }
  }

  @LoopActor @Test func `what was admitted gets its response before the session ends`() {
    converse { client in
      client.call("refresh")
      client.session.inputEnded()
      client.advance(by: .seconds(9))
      #expect(client.statuses == [] && !client.session.isReceiving)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.words().last == "1: state loaded 2")
      #expect(client.statuses == [0])
    }
  }

  @LoopActor @Test func `a notification that waits does not keep the session alive`() {
    converse { client in
      client.call("refresh", id: nil)
      client.session.inputEnded()
      client.endTurn()
      #expect(client.statuses == [0])
    }
  }

  @LoopActor @Test func `at the drain deadline calls that still wait get responses, in order`() {
    converse(drainTimeout: .seconds(3)) { client in
      client.call("refresh", id: "1")
      client.send(
        #"[{"jsonrpc":"2.0","id":2,"method":"fetchMenu"},{"jsonrpc":"2.0","id":3,"method":"getState"}]"#)
      client.session.inputEnded()
      _ = client.read()
      client.advance(by: .milliseconds(2_999))
      #expect(client.words() == [] && client.statuses == [])
      client.advance(by: .milliseconds(1))
      #expect(
        client.words().filter { $0.contains("shuttingDown") } == [
          "1: shuttingDown", "[2: shuttingDown, 3: state loading 1 fetching]",
        ])
      #expect(client.statuses == [0] && client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `the drain deadline ends the hold`() {
    converse({
      $0.becomeDefault()
      $0.minimumRequestTime = .seconds(60)
    }) { client in
      client.call("refresh")
      client.state.fail(.notFound)
      client.session.inputEnded()
      client.advance(by: .seconds(10))
      #expect(client.words().contains("1: shuttingDown"))
    }
  }

  @LoopActor @Test func `when nobody reads by then, the session ends with status 1`() {
    converse(drainTimeout: .seconds(3)) { client in
      client.call("getState")
      client.session.inputEnded()
      client.timers.advance(by: .seconds(2))
      #expect(client.statuses == [])
      client.timers.advance(by: .seconds(1))
      #expect(client.statuses == [], "late responses have a last chance to be read")
      client.timers.advance(by: .milliseconds(500))
      #expect(client.statuses == [1])
    }
  }

  @LoopActor @Test func `the last responses have a moment to be read`() {
    converse(drainTimeout: .seconds(3)) { client in
      client.call("refresh")
      client.session.inputEnded()
      client.timers.advance(by: .seconds(3))
      #expect(client.statuses == [])
      client.endTurn()
      #expect(client.statuses == [0])
    }
  }

  // MARK: A client that has gone

  @LoopActor @Test func `a client that has gone leaves what waits less than half a second`() {
    converse(drainTimeout: .seconds(600)) { client in
      client.call("refresh", id: "1")
      _ = client.read()
      client.session.abandoned()
      client.endTurn()
      #expect(!client.session.isReceiving && client.stops == 1)
      client.advance(by: .milliseconds(449))
      #expect(client.words() == [] && client.statuses == [] && client.state.underWay == 1)
      client.advance(by: .milliseconds(1))
      #expect(client.words().contains("1: shuttingDown"))
      #expect(client.statuses == [0] && client.state.underWay == 0)
    }
  }

  @LoopActor @Test func `what ends in that time gets its own response`() {
    converse(drainTimeout: .seconds(600)) { client in
      client.call("refresh", id: "1")
      client.session.abandoned()
      client.advance(by: .milliseconds(400))
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.words().last == "1: state loaded 2" && client.statuses == [0])
    }
  }

  @LoopActor @Test func `a client that goes while the session drains ends the wait`() {
    converse(drainTimeout: .seconds(600)) { client in
      client.call("refresh", id: "1")
      client.session.inputEnded()
      client.advance(by: .seconds(5))
      client.session.abandoned()
      client.advance(by: .milliseconds(450))
      #expect(client.words().contains("1: shuttingDown") && client.statuses == [0])
    }
  }

  @LoopActor @Test func `a client that has gone and reads nothing is waited for less than a second`() {
    converse(drainTimeout: .seconds(600)) { client in
      client.call("refresh", id: "1")
      client.session.abandoned()
      // As long as no turn ends with its output written.
      client.timers.advance(by: .milliseconds(899))
      #expect(client.statuses == [])
      client.timers.advance(by: .milliseconds(1))
      #expect(client.statuses == [1])
    }
  }

  @LoopActor @Test func `a reader that left ends the session at once with status 0`() {
    converse { client in
      client.call("refresh", id: nil)
      client.session.readerLeft()
      client.session.readerLeft()
      #expect(client.statuses == [0])
    }
  }

  @LoopActor @Test func `the end of the session closes the connection to a live source`() {
    converse(live: .insteadOfPolls) { client in
      client.call("setAutoPolling", "[true, 10]")
      #expect(client.state.openConnections == 1)
      client.session.readerLeft()
      client.endTurn()
      #expect(client.state.openConnections == 0)
      _ = client.read()
    }
  }

  @LoopActor @Test func `a session that has ended is let go, and so are its calls`() {
    weak var session: Session?
    converse { client in
      session = client.session
      client.call("refresh", id: "1")
      client.call("retry", id: "2")
      client.send(#"[{"jsonrpc":"2.0","id":3,"method":"fetchMenu"}]"#)
      client.call("$/cancelRequest", "[1]", id: nil)
      client.menu.fail()
      client.session.inputEnded()
      client.endTurn()
    }
    #expect(session == nil)
  }

  @LoopActor @Test func `a session that has ended leaves no timer behind, and sets none, while it is kept`() {
    let endings: [@LoopActor (Conversation) -> Void] = [
      {
        // Nobody reads.
        $0.session.inputEnded()
        $0.timers.advance(by: .seconds(11))
      },
      {
        $0.session.readerLeft()
        $0.session.inputIsEnding()
      },
      {
        $0.session.readerLeft()
        $0.session.abandoned()
      },
    ]
    for (number, end) in endings.enumerated() {
      converse { client in
        end(client)
        #expect(client.statuses.count == 1 && client.timers.timeToNext == nil, "ending \(number)")
      }
    }
  }

  @LoopActor @Test func `a session ends once`() {
    converse { client in
      client.session.inputEnded()
      client.endTurn()
      client.session.readerLeft()
      client.advance(by: .seconds(100))
      #expect(client.statuses == [0])
    }
  }
}
