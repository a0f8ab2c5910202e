import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// A location that is fetched after each interval while somebody subscribes.
@Suite struct FetchedLocationTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func fetched(
    every interval: Duration = .seconds(10), _ body: (EnginePlay) throws -> Void
  ) rethrows {
    try withEngine {
      $0.location.source = .file("here.json")
      $0.location.interval = interval
    } _: {
      try body($0)
    }
  }

  private func body(_ latitude: Int, validators: Validators? = nil) -> SourceResponse {
    SourceResponse(.body(Array(#"{"lat":\#(latitude),"lng":0}"#.utf8)), validators: validators)
  }

  /// Subscribes, and has the first attempt bring a place.
  @LoopActor private func find(_ play: EnginePlay, validators: Validators? = nil) -> SubscriptionID {
    let id = play.subscribe()
    play.place.end(.success(body(1, validators: validators)))
    #expect(play.places().last?.hasSuffix("@1.0") == true)
    return id
  }

  /// Lets whole seconds pass until the source is asked again; returns their number.
  @LoopActor private func secondsToNextAttempt(_ play: EnginePlay) -> Int {
    let count = play.place.attempts.count
    return (1...400).first { _ in
      play.advance(by: .seconds(1))
      return play.place.attempts.count > count
    } ?? 400
  }

  // MARK: When it is asked

  @LoopActor @Test func `it is asked while somebody subscribes, once for all of them`() {
    fetched { play in
      #expect(play.place.attempts.isEmpty)
      let (first, second) = (play.subscribe(), play.subscribe())
      #expect(play.place.attempts.count == 1)
      play.place.end(.success(body(1)))
      #expect(play.places() == ["l1 loaded 1 @1.0", "l2 loaded 1 @1.0"])
      play.advance(by: .seconds(11))
      #expect(play.place.attempts.count == 2)
      play.place.end(.success(body(2)))
      #expect(play.places() == ["l1 loaded 2 @2.0", "l2 loaded 2 @2.0"])
      play.unsubscribe(first)
      play.advance(by: .seconds(11))
      #expect(play.place.attempts.count == 3 && play.place.underWay == 1)
      play.unsubscribe(second)
      #expect(play.place.underWay == 0)
      play.advance(by: .seconds(3_600))
      #expect(play.place.attempts.count == 3)
      #expect(play.subscribe() == "l3")
      #expect(play.place.attempts.count == 4)
    }
  }

  @LoopActor @Test func `it is asked after each interval of the configuration`() {
    fetched(every: .seconds(100)) { play in
      _ = find(play)
      play.advance(by: .seconds(89))
      #expect(play.place.attempts.count == 1)
      play.advance(by: .seconds(22))
      #expect(play.place.attempts.count == 2)
    }
  }

  @LoopActor @Test func `an equal place sends nothing`() {
    fetched { play in
      _ = find(play)
      play.advance(by: .seconds(11))
      play.place.end(.success(body(1)))
      #expect(play.places().isEmpty)
    }
  }

  // MARK: Conditional requests

  @LoopActor @Test func `the server may confirm the place, to a later subscriber too`() {
    fetched { play in
      let validators = Validators(entityTag: #""a""#)
      play.unsubscribe(find(play, validators: validators))
      #expect(play.subscribe() == "l2")
      #expect(play.place.attempts.last?.request.validators == validators)
      play.place.end(.success(.notModified))
      #expect(play.places().last?.hasPrefix("l2 loaded") == true)
    }
  }

  @LoopActor @Test func `a server that refuses the condition is asked without it`() {
    fetched { play in
      _ = find(play, validators: Validators(entityTag: #""a""#))
      play.advance(by: .seconds(11))
      play.place.fail(.status(412))
      play.advance(by: .seconds(22))
      #expect(play.place.attempts.count == 3 && play.place.attempts.last?.request.validators == nil)
    }
  }

  @LoopActor @Test func `a confirmation of nothing is a failure`() {
    fetched { play in
      play.subscribe()
      play.place.end(.success(.notModified))
      #expect(play.places() == ["l1 failed 1"] && play.whereabouts.failure?.kind == .unexpectedStatus)
    }
  }

  // MARK: Failures

  @LoopActor @Test func `a failure is the fetch's own, with the ways out of the location`() {
    fetched { play in
      play.subscribe()
      play.place.fail(.cannotConnect)
      #expect(play.places() == ["l1 failed 1"])
      let failure = play.whereabouts.failure
      #expect(failure?.kind == .cannotConnect && failure?.resource == .location)
      #expect(failure?.operation == .subscribeLocation && failure?.detail.url == "test:place")
      #expect(failure?.optionIDs == [.cancel, .tryAgain, .useDemoRoute, .openSettings])
    }
  }

  @LoopActor @Test func `failures wait longer and longer, are published once, and a place ends them`() {
    fetched { play in
      play.subscribe()
      play.place.fail()
      #expect(play.places() == ["l1 failed 1"])
      for range in [18...23, 36...45, 72...89] {
        #expect(range.contains(secondsToNextAttempt(play)), "\(range)")
        play.place.fail()
        #expect(play.places().isEmpty)
      }
      _ = secondsToNextAttempt(play)
      play.place.end(.success(body(1)))
      #expect(play.places() == ["l1 loaded 2 @1.0"])
    }
  }

  @LoopActor @Test func `a bad place keeps the last one`() {
    fetched { play in
      _ = find(play)
      play.advance(by: .seconds(11))
      play.place.end(.success(body(91)))
      #expect(play.places() == ["l1 failed 2 @1.0"])
      let failure = play.whereabouts.failure
      #expect(failure?.kind == .unexpectedShape && failure?.detail.path == "/lat")
      #expect(failure?.presentation == .silent)
    }
  }

  @LoopActor @Test func `an attempt that takes ten seconds is a time-out`() {
    fetched { play in
      play.subscribe()
      play.advance(by: .seconds(10))
      #expect(play.place.underWay == 0)
      #expect(play.places() == ["l1 failed 1"])
      #expect(play.whereabouts.failure?.kind == .timeout)
    }
  }

  // MARK: Recovering

  @LoopActor @Test func `tryAgain asks at once, and its result is the place`() {
    fetched { play in
      play.subscribe()
      play.place.fail()
      play.settle()
      let recovery = play.choose(.tryAgain)
      #expect(play.place.attempts.count == 2)
      play.place.end(.success(body(3)))
      play.settle()
      #expect(recovery.isRecovered == true && recovery.location?.position == .north(3))
    }
  }

  @LoopActor @Test func `a server that asked to be left alone is, whoever tries again`() {
    fetched { play in
      let first = play.subscribe()
      play.place.fail(.tooManyRequests(retryAfter: .seconds(100)))
      play.settle()
      #expect(play.whereabouts.failure?.retryAfter == .seconds(100))
      play.advance(by: .seconds(40))
      let failure = play.choose(.tryAgain).failure
      #expect(failure?.kind == .tooManyRequests && failure?.retryAfter == .seconds(60))
      play.unsubscribe(first)
      #expect(play.subscribe() == "l2")
      #expect(play.place.attempts.count == 1)
      play.advance(by: .seconds(60))
      #expect(play.place.attempts.count == 2)
    }
  }

  @LoopActor @Test func `the fence is that of the server, which resources share`() {
    fetched { play in
      (play.state.origin, play.place.origin) = ("https://one", "https://one")
      play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(100)))
      play.subscribe()
      #expect(play.place.attempts.isEmpty)
    }
  }

  @LoopActor @Test func `the built-in route takes its place, and it is asked no more`() {
    fetched { play in
      play.subscribe()
      play.place.fail()
      play.settle()
      let recovery = play.choose(.useDemoRoute)
      #expect(recovery.location?.position?.coordinate.latitude == 53.619653)
      play.advance(by: .seconds(100))
      #expect(play.place.attempts.count == 1)
    }
  }
}
