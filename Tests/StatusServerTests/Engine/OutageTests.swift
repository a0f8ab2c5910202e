import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// docs/protocol.md section 7: what becomes of polling while it fails.
@Suite struct OutageTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `consecutive failures double the wait to five minutes, and a success resets it`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      _ = client.read()
      for failures in 1...8 {
        client.state.fail()
        let start = client.timers.now
        client.advance(untilAttempt: failures + 1, of: client.state)
        let wait = client.timers.now - start
        let middle = min(Duration.seconds(10) * (1 << failures), .seconds(300))
        #expect(wait >= middle * 0.9 && wait <= min(middle * 1.1, .seconds(300)))
        client.call("getState", id: "\(failures + 1)")
        #expect(client.response()["result.autoPolling.consecutiveFailures"] == "\(failures)")
      }
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .seconds(11))
      #expect(client.state.attempts.count == 10)
      client.call("getState", id: "99")
      #expect(client.response()["result.autoPolling.consecutiveFailures"] == "0")
    }
  }

  @LoopActor @Test func `an interval of more than five minutes stays`() {
    converse { client in
      client.call("setAutoPolling", "[true, 1000]")
      client.state.fail()
      client.advance(by: .seconds(899))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .seconds(202))
      #expect(client.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `a Retry-After that is longer than the wait is kept`() {
    converse { client in
      client.call("setAutoPolling", "[true, 1]")
      client.state.fail(.tooManyRequests(retryAfter: .seconds(120)))
      client.advance(by: .milliseconds(119_999))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .milliseconds(1))
      #expect(client.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `the first poll makes three attempts, those of an outage one each`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("setAutoPolling", "[true, 1000]")
      for _ in 1...3 {
        client.state.fail()
        client.advance(by: .seconds(1))
      }
      #expect(client.state.attempts.count == 3 && client.state.underWay == 0)
      client.advance(untilAttempt: 4, of: client.state, within: .seconds(1_200))
      client.state.fail()
      client.advance(by: .seconds(10))
      #expect(client.state.attempts.count == 4)
      _ = client.read()
      // A person's refresh is as patient as ever.
      client.call("refresh", id: "2")
      for _ in 1...3 {
        client.state.fail()
        client.advance(by: .seconds(1))
      }
      #expect(client.state.attempts.count == 7)
      #expect(client.response().description == "2: connectionLost")
    }
  }

  @LoopActor @Test func `a refresh that joins a poll of an outage makes it as patient as any`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("setAutoPolling", "[true, 10]")
      client.state.fail(.notFound)
      client.advance(untilAttempt: 2, of: client.state)
      client.call("refresh", id: "2")
      client.state.fail(.connectionLost)
      client.advance(by: .seconds(1))
      #expect(client.state.attempts.count == 3)
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `equal failures of polls are one failure, reported once`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      client.state.fail(.serverError)
      client.endTurn()
      let reported = client.read().last
      #expect(
        reported?["params.failure.presentation"] == "inline" && reported?["params.failure.failureId"] == "f1")
      #expect(reported?["params.failure.operation"] == "autoPoll")
      for count in 2...40 {
        client.advance(untilAttempt: count, of: client.state, within: .seconds(400))
        client.state.fail(.serverError)
        client.endTurn()
      }
      #expect(client.read().isEmpty)
      client.call("getState", id: "2")
      let response = client.response()
      #expect(response["result.autoPolling.consecutiveFailures"] == "40")
      #expect(response["result.failure.failureId"] == "f1")
    }
  }

  @LoopActor @Test func `another failure is reported`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      client.state.fail(.serverError)
      client.advance(untilAttempt: 2, of: client.state)
      client.state.fail(.timeout)
      client.endTurn()
      #expect(client.read().last?["params.failure.failureId"] == "f2")
    }
  }

  @LoopActor @Test func `a poll that a caller joined is the caller's failure`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      client.state.succeed(.fleet(at: 1))
      client.advance(untilAttempt: 2, of: client.state)
      _ = client.read()
      client.call("refresh", id: "2")
      client.state.fail()
      #expect(client.response()["error.data.presentation"] == "alert")
    }
  }

  @LoopActor @Test func `a poll whose caller has left is nobody's`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      client.call("refresh", id: "2")
      client.call("$/cancelRequest", #"{"id":2}"#, id: nil)
      _ = client.read()
      client.state.fail()
      client.endTurn()
      #expect(client.read().last?["params.failure.operation"] == "autoPoll")
    }
  }

  @LoopActor @Test func `a caller's own failures do not slow the polls`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]", id: "0")
      client.state.succeed(.fleet(at: 1))
      for id in 1...5 {
        client.call("refresh", id: "\(id)")
        client.state.fail(.notFound)
      }
      _ = client.read()
      client.call("getState", id: "6")
      #expect(client.response()["result.autoPolling.consecutiveFailures"] == "0")
      client.advance(by: .seconds(11))
      #expect(client.state.attempts.count == 7)
    }
  }

  @LoopActor @Test func `keepTrying is not offered where polling is on already`() {
    converse { client in
      client.call("setAutoPolling", "[true, 10]")
      client.state.fail(.serverError)
      client.endTurn()
      #expect(
        !(client.read().last?.all("params.failure.recoveryOptions", "id").contains("keepTrying") ?? true))
    }
  }
}
