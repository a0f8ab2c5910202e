import Engine
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// PROTOCOL.md section 7: a failure that a person waits for is not answered sooner than `minimumRequestTime`.
@Suite struct MinimumTimeTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a failure is answered no sooner, though it is told at once`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail(.notFound)
      client.advance(by: .milliseconds(299))
      #expect(client.words() == ["state loading 1 fetching", "state failed 2"])
      client.advance(by: .milliseconds(1))
      #expect(client.words() == ["1: notFound"])
    }
  }

  @LoopActor @Test func `each call has its own minimum`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh", id: "1")
      client.advance(by: .milliseconds(200))
      client.call("refresh", id: "2")
      client.state.fail(.notFound)
      client.advance(by: .milliseconds(100))
      #expect(client.words().last == "1: notFound")
      client.advance(by: .milliseconds(200))
      #expect(client.words() == ["2: notFound"])
    }
  }

  @LoopActor @Test func `what took longer is answered at once`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.advance(by: .milliseconds(300))
      client.state.fail(.notFound)
      #expect(client.words().last == "1: notFound")
    }
  }

  @LoopActor @Test func `success is never delayed`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "1: state loaded 2")
    }
  }

  @LoopActor @Test func `a poll's failure is told at once`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("setAutoPolling", "[true]")
      client.state.fail(.notFound)
      client.endTurn()
      #expect(client.words().last == "state failed 2")
    }
  }

  @LoopActor @Test func `cancelling ends the hold`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail(.notFound)
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.words().last == "1: requestCancelled")
      client.advance(by: .seconds(1))
      #expect(client.words().isEmpty)
    }
  }

  @LoopActor @Test func `the drain deadline tells the failure that is held`() {
    converse({
      $0.becomeDefault()
      $0.minimumRequestTime = .seconds(60)
    }) { client in
      client.call("refresh")
      client.state.fail(.notFound)
      client.session.inputEnded()
      client.advance(by: .seconds(10))
      #expect(client.words().last == "1: notFound")
    }
  }

  @LoopActor @Test func `retry is held as well`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail(.notFound)
      client.advance(by: .seconds(1))
      client.call("retry", id: "2")
      client.state.fail(.notFound)
      client.advance(by: .milliseconds(299))
      #expect(client.words().last == "state failed 4")
      client.advance(by: .milliseconds(1))
      #expect(client.words() == ["2: notFound"])
    }
  }
}
