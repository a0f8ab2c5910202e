import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A location that is fetched after each interval while somebody subscribes.
@Suite struct FetchedLocationTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func converseFetched(_ body: (Conversation) throws -> Void) rethrows {
    try converse {
      $0.location.source = .file("here.json")
    } _: {
      try body($0)
    }
  }

  private func body(_ latitude: Int, validators: Validators? = nil, freshFor: Duration? = nil)
    -> SourceResponse
  {
    SourceResponse(
      .body(Array(#"{"lat":\#(latitude),"lng":0}"#.utf8)), validators: validators, freshFor: freshFor)
  }

  /// Subscribes, and has the first attempt bring a place.
  @LoopActor private func found(_ client: Conversation, validators: Validators? = nil) {
    _ = client.subscribe()
    client.place.end(.success(body(1, validators: validators)))
    #expect(client.locations().last?.hasSuffix("@1") == true)
  }

  /// Lets whole seconds pass until the source is asked again; returns their number.
  @LoopActor private func secondsToNextAttempt(_ client: Conversation) -> Int {
    let count = client.place.attempts.count
    return (1...400).first { _ in
      client.advance(by: .seconds(1))
      return client.place.attempts.count > count
    } ?? 400
  }

  // MARK: When it is asked

  @LoopActor @Test func `it is asked while somebody subscribes, once for all of them`() {
    converseFetched { client in
      #expect(client.place.attempts.isEmpty)
      let first = client.subscribe()
      let second = client.subscribe()
      #expect(client.place.attempts.count == 1)
      client.place.end(.success(body(1)))
      #expect(client.locations() == ["l1 loaded 1 @1", "l2 loaded 1 @1"])
      client.advance(by: .seconds(11))
      #expect(client.place.attempts.count == 2)
      client.place.end(.success(body(2)))
      #expect(client.locations() == ["l1 loaded 2 @2", "l2 loaded 2 @2"])
      client.unsubscribe(first)
      client.advance(by: .seconds(11))
      #expect(client.place.attempts.count == 3 && client.place.underWay == 1)
      client.unsubscribe(second)
      #expect(client.place.underWay == 0)
      client.advance(by: .seconds(3_600))
      #expect(client.place.attempts.count == 3)
      #expect(client.subscribe() == "l3")
      #expect(client.place.attempts.count == 4)
    }
  }

  @LoopActor @Test func `it is asked after each interval of the configuration`() {
    converse {
      $0.location.source = .file("here.json")
      $0.location.interval = .seconds(100)
    } _: { client in
      found(client)
      client.advance(by: .seconds(89))
      #expect(client.place.attempts.count == 1)
      client.advance(by: .seconds(22))
      #expect(client.place.attempts.count == 2)
    }
  }

  @LoopActor @Test func `an equal place sends nothing`() {
    converseFetched { client in
      found(client)
      client.advance(by: .seconds(11))
      client.place.end(.success(body(1)))
      #expect(client.locations().isEmpty)
    }
  }

  // MARK: Conditional requests

  @LoopActor @Test func `the server may confirm the place, to a later subscriber too`() {
    converseFetched { client in
      let validators = Validators(entityTag: #""a""#)
      found(client, validators: validators)
      client.unsubscribe("l1")
      #expect(client.subscribe() == "l2")
      #expect(client.place.attempts.last?.request.validators == validators)
      client.place.end(.success(.notModified))
      #expect(client.locations().last?.hasPrefix("l2 loaded") == true)
    }
  }

  @LoopActor @Test func `a server that refuses the condition is asked without it`() {
    converseFetched { client in
      found(client, validators: Validators(entityTag: #""a""#))
      client.advance(by: .seconds(11))
      client.place.fail(.status(412))
      client.advance(by: .seconds(22))
      #expect(client.place.attempts.count == 3 && client.place.attempts.last?.request.validators == nil)
    }
  }

  @LoopActor @Test func `a confirmation of nothing is a failure`() {
    converseFetched { client in
      _ = client.subscribe()
      client.place.end(.success(.notModified))
      client.endTurn()
      #expect(client.read().last?["params.location.failure.kind"] == "unexpectedStatus")
    }
  }

  // MARK: Failures

  @LoopActor @Test func `a failure is the fetch's own, with the ways out of the location`() {
    converseFetched { client in
      _ = client.subscribe()
      client.place.fail(.cannotConnect)
      client.endTurn()
      let reported = client.read().last
      #expect(reported?["params.location.status"] == "failed")
      #expect(reported?["params.location.failure.kind"] == "cannotConnect")
      #expect(reported?["params.location.failure.resource"] == "location")
      #expect(reported?["params.location.failure.operation"] == "subscribeLocation")
      #expect(reported?["params.location.failure.detail.url"] == "test:place")
      for (index, option) in ["cancel", "tryAgain", "useDemoRoute", "openSettings"].enumerated() {
        #expect(reported?["params.location.failure.recoveryOptions.\(index).id"] == option)
      }
    }
  }

  @LoopActor @Test func `failures wait longer and longer, are published once, and a place ends them`() {
    converseFetched { client in
      _ = client.subscribe()
      client.place.fail()
      #expect(client.locations() == ["l1 failed 1"])
      for range in [18...23, 36...45, 72...89] {
        #expect(range.contains(secondsToNextAttempt(client)), "\(range)")
        client.place.fail()
        #expect(client.locations().isEmpty)
      }
      _ = secondsToNextAttempt(client)
      client.place.end(.success(body(1)))
      #expect(client.locations() == ["l1 loaded 2 @1"])
    }
  }

  @LoopActor @Test func `a bad place keeps the last one`() {
    converseFetched { client in
      found(client)
      client.advance(by: .seconds(11))
      client.place.end(.success(body(91)))
      client.endTurn()
      let reported = client.read().last
      #expect(reported?["params.location.coordinate.latitude"] == "1")
      #expect(reported?["params.location.failure.kind"] == "unexpectedShape")
      #expect(reported?["params.location.failure.detail.path"] == "/lat")
      #expect(reported?["params.location.failure.presentation"] == "silent")
    }
  }

  @LoopActor @Test func `an attempt that takes ten seconds is a time-out`() {
    converseFetched { client in
      _ = client.subscribe()
      client.advance(by: .seconds(10))
      client.endTurn()
      #expect(client.place.underWay == 0)
      #expect(client.locations() == ["l1 failed 1"])
      client.call("getLocation")
      #expect(client.response()["result.failure.kind"] == "timeout")
    }
  }

  // MARK: Recovering

  @LoopActor @Test func `tryAgain asks at once, and its result is the place`() {
    converseFetched { client in
      _ = client.subscribe()
      client.place.fail()
      client.endTurn()
      _ = client.read()
      client.call("retry")
      #expect(client.place.attempts.count == 2)
      client.place.end(.success(body(3)))
      client.endTurn()
      let response = client.response()
      #expect(response["result.recovered"] == "true" && response["result.result.coordinate.latitude"] == "3")
    }
  }

  @LoopActor @Test func `a server that asked to be left alone is, whoever tries again`() {
    converseFetched { client in
      _ = client.subscribe()
      client.place.fail(.tooManyRequests(retryAfter: .seconds(100)))
      client.endTurn()
      #expect(client.read().last?["params.location.failure.retry.after"] == "100")
      client.advance(by: .seconds(40))
      client.call("retry")
      client.endTurn()
      let response = client.response()
      #expect(response["error.data.kind"] == "tooManyRequests" && response["error.data.retry.after"] == "60")
      client.unsubscribe("l1")
      #expect(client.subscribe() == "l2")
      #expect(client.place.attempts.count == 1)
      client.advance(by: .seconds(60))
      #expect(client.place.attempts.count == 2)
    }
  }

  @LoopActor @Test func `the fence is that of the server, which resources share`() {
    converseFetched { client in
      (client.state.origin, client.place.origin) = ("https://one", "https://one")
      client.call("refresh", #"{"resource":"state"}"#)
      client.state.fail(.tooManyRequests(retryAfter: .seconds(100)))
      client.endTurn()
      _ = client.read()
      _ = client.subscribe()
      #expect(client.place.attempts.isEmpty)
    }
  }

  @LoopActor @Test func `the built-in route takes its place, and it is asked no more`() {
    converseFetched { client in
      _ = client.subscribe()
      client.place.fail()
      client.endTurn()
      _ = client.read()
      client.call("retry", #"{"optionId":"useDemoRoute"}"#)
      client.endTurn()
      #expect(client.response()["result.result.coordinate.latitude"] == "53.619653")
      client.advance(by: .seconds(100))
      #expect(client.place.attempts.count == 1)
    }
  }
}
