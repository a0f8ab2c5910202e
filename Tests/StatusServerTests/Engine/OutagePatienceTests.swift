import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A server's Retry-After counts in an outage too, though the failure is reported once.
@Suite struct OutagePatienceTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `the same failure of a poll keeps to the Retry-After that came with it`() {
    converse { client in
      client.call("setAutoPolling", #"{"enabled":true,"interval":0.1}"#)
      client.state.fail(.status(503))
      client.advance(by: .seconds(1))
      var later = Problem.status(503)
      later.retryAfter = .seconds(4)
      client.state.fail(later)
      client.advance(by: .milliseconds(3_999))
      #expect(client.state.attempts.count == 2)
      client.advance(by: .milliseconds(1))
      #expect(client.state.attempts.count == 3)
    }
  }

  @LoopActor @Test func `tryLater is not a moment too early for the server`() {
    converse { client in
      client.advance(by: .microseconds(1_900))
      client.call("refresh", id: "1")
      client.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      // Half a millisecond that the time of day does not show.
      client.advance(by: .microseconds(200))
      client.call("retry", #"{"optionId":"tryLater"}"#, id: "2")
      client.advance(by: .seconds(31))
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
      #expect(client.words().last == "2: object")
    }
  }
}
