import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A fetch that a person waits for does not fail sooner than `minimumRequestTime` after it was first asked
/// for: snapshot, response and everyone who joined see the failure at one moment.
@Suite struct MinimumTimeTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `snapshot and response see a failure at the same moment, and no sooner`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail(.notFound)
      client.advance(by: .milliseconds(299))
      #expect(client.words() == ["state loading 1 fetching"])
      client.advance(by: .milliseconds(1))
      #expect(client.words() == ["state failed 2", "1: notFound"])
    }
  }

  @LoopActor @Test func `who joins sees it with the first, before the hold and in it`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh", id: "1")
      client.advance(by: .milliseconds(200))
      client.call("refresh", id: "2")
      client.state.fail(.notFound)
      client.call("refresh", id: "3")
      client.advance(by: .milliseconds(99))
      #expect(client.words() == ["state loading 1 fetching"])
      client.advance(by: .milliseconds(1))
      #expect(client.words() == ["state failed 2", "1: notFound", "2: notFound", "3: notFound"])
      #expect(client.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `a failure after the minimum gets its response at once`() {
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

  @LoopActor @Test func `a poll's failure that nobody joined is reported at once`() {
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
      #expect(client.words() == ["state loading 1 fetching", "1: requestCancelled", "state idle 2"])
      client.advance(by: .seconds(1))
      #expect(client.words().isEmpty)
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

  @LoopActor @Test(arguments: [4, 30])
  func `the wait of tryLater counts from what the server said, not from the end of the hold`(seconds: Int) {
    converse({
      $0.becomeDefault()
      $0.resources[0].policy.retry.maxAttempts = 1
    }) { client in
      client.call("refresh")
      client.state.fail(.tooManyRequests(retryAfter: .seconds(seconds)))
      client.advance(by: .milliseconds(300))
      client.call("retry", #"{"optionId":"tryLater"}"#, id: "2")
      client.advance(by: .seconds(seconds) - .milliseconds(301))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .milliseconds(1))
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
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
      #expect(client.words().last == "state loading 3 fetching")
      client.advance(by: .milliseconds(1))
      #expect(client.words() == ["state failed 4", "2: notFound"])
    }
  }
}
