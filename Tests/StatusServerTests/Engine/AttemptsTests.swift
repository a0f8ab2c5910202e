import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// docs/protocol.md section 7: a fetch is up to three attempts, and only what can help is repeated.
@Suite struct AttemptsTests {
  init() {
    EventLoopThread.start()
  }

  /// Fails every attempt with `problem` until the fetch is over.
  @LoopActor private func failAll(_ client: Conversation, _ problem: Problem) {
    for _ in 1...9 where client.state.underWay == 1 {
      client.state.fail(problem)
      client.advance(by: .seconds(5))
    }
  }

  @LoopActor @Test func `what always fails is asked three times, and is one error`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      failAll(client, Problem(.connectionLost))
      #expect(client.state.attempts.count == 3)
      let response = client.response()
      #expect(response.description == "1: connectionLost" && response["error.data.failureId"] == "f1")
      #expect(
        response.all("error.data.attempts", "kind") == ["connectionLost", "connectionLost", "connectionLost"])
    }
  }

  @LoopActor @Test func `what fails once is asked twice, and is one success`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail()
      client.advance(by: .seconds(1))
      client.state.succeed(.fleet(at: 1))
      #expect(client.state.attempts.count == 2)
      #expect(
        client.words() == [
          "state loading 1 fetching", "state loading 2 fetching", "state loaded 3", "1: state loaded 3",
        ])
    }
  }

  @LoopActor @Test func `the attempt under way is reported`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail()
      client.advance(by: .seconds(1))
      client.state.fail()
      client.advance(by: .seconds(1))
      let reported = client.read().map { "\($0["params.attempt"] ?? "-")/\($0["params.maxAttempts"] ?? "-")" }
      #expect(reported == ["1/3", "2/3", "3/3"])
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor
  @Test(
    arguments: [
      (Problem(.hostNotFound), 3), (Problem(.cannotConnect), 3), (Problem(.connectionLost), 3),
      (Problem(.timeout), 3), (Problem(.secureConnectionFailed), 3), (Problem(.badServerResponse), 3),
      (.status(500), 3), (.status(502), 3), (.status(503), 3), (.status(504), 3),
      (.tooManyRequests(retryAfter: .seconds(1)), 3),
      (.status(501), 1), (.status(505), 1), (Problem(.offline), 1), (Problem(.notFound), 1),
      (Problem(.badRequest), 1), (Problem(.unauthorized), 1), (Problem(.forbidden), 1),
      (Problem(.certificateInvalid), 1), (Problem(.tooManyRedirects), 1), (Problem(.bodyTooLarge), 1),
      (Problem(.missingData), 1), (Problem(.malformedData), 1), (Problem(.unexpectedShape), 1),
      (Problem(.unexpectedStatus), 1), (Problem(.fileNotFound), 1), (Problem(.commandFailed), 1),
    ] as [(Problem, Int)])
  func `only what can help is repeated`(problem: Problem, attempts: Int) {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      failAll(client, problem)
      #expect(client.state.attempts.count == attempts)
      #expect(client.response()["error.data.kind"] == problem.kind.rawValue)
    }
  }

  @LoopActor @Test func `an attempt has ten seconds, a fetch thirty`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.advance(by: .milliseconds(9_999))
      #expect(client.state.attempts.count == 1 && client.state.underWay == 1)
      client.advance(by: .milliseconds(1))
      #expect(client.state.underWay == 0)
      client.advance(untilAttempt: 3, of: client.state)
      client.advance(by: .seconds(10))
      let response = client.response()
      #expect(response["error.data.kind"] == "timeout")
      #expect(response.all("error.data.attempts", "kind") == ["timeout", "timeout", "timeout"])
      // The third was cut short by the thirty seconds.
      #expect(Double(response["error.data.attempts.2.duration"] ?? "")! < 10)
      #expect(response["error.data.occurredAt"] == "2000-01-01T00:00:30.000Z")
    }
  }

  /// An attempt at the very deadline would have no time.
  @LoopActor @Test(arguments: [3, 4])
  func `no wait begins that lasts to the deadline or beyond: the real error is reported`(seconds: Int) {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh", #"{"timeout":3}"#)
      client.state.fail(.tooManyRequests(retryAfter: .seconds(seconds)))
      client.advance(by: .seconds(1))
      let response = client.response()
      #expect(response["error.data.kind"] == "tooManyRequests")
      #expect(response["error.data.retry.after"] == "\(seconds)")
      #expect(client.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `a wait that leaves an attempt a millisecond is waited out`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh", #"{"timeout":3}"#)
      client.state.fail(.tooManyRequests(retryAfter: .milliseconds(2_999)))
      client.advance(by: .milliseconds(2_999))
      #expect(client.state.attempts.count == 2)
      client.advance(by: .milliseconds(1))
      #expect(client.response()["error.data.kind"] == "timeout")
    }
  }

  @LoopActor @Test func `a short Retry-After is waited out within the fetch`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail(.tooManyRequests(retryAfter: .seconds(5)))
      client.advance(by: .milliseconds(4_999))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .milliseconds(1))
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      #expect(client.response().description == "1: state loaded 3")
    }
  }

  @LoopActor @Test func `a fetch that is cancelled while it waits for its next attempt makes none`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      client.state.fail()
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      client.advance(by: .seconds(60))
      #expect(client.words() == ["state loading 1 fetching", "1: requestCancelled", "state idle 2"])
      #expect(client.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `what an expired attempt brings is dropped`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh")
      let late = client.state.attempts[0].completion
      client.advance(untilAttempt: 2, of: client.state)
      late?(.success(.value(.fleet(at: 9))))
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.value.central.latitude"] == "1")
    }
  }
}
