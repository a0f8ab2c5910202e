import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// docs/protocol.md section 7: a Retry-After of more than five seconds fences the server.
@Suite struct FenceTests {
  init() {
    EventLoopThread.start()
  }

  /// Plays on from a fetch that got a Retry-After of thirty seconds, as failure f1.
  @LoopActor private func fenced(
    _ configure: (inout Configuration) -> Void = { _ in }, _ body: (EnginePlay) throws -> Void
  ) rethrows {
    try withEngine(configure) { play in
      (play.state.origin, play.menu.origin) = ("one", "one")
      play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      try body(play)
    }
  }

  @LoopActor @Test func `a long Retry-After ends the fetch, and is reported`() {
    withEngine({ $0.becomeDefault() }) { play in
      let fetch = play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      play.advance(by: .seconds(1))
      #expect(fetch.failure?.retryAfter == .seconds(30) && play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `until then a refresh fails at once with the same kind and the time that is left`() {
    fenced { play in
      play.advance(by: .seconds(20))
      let failure = play.fetch().failure
      #expect(failure?.kind == .tooManyRequests && failure?.retryAfter == .seconds(10))
      #expect(failure?.detail.status == 429 && failure?.attempts == [])
      #expect(play.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `the fence stands around all that the server serves`() {
    fenced { play in
      #expect(play.fetch(.menu).failure?.kind == .tooManyRequests)
      #expect(play.menu.attempts.isEmpty)
    }
  }

  @LoopActor @Test func `other servers are asked`() {
    fenced { play in
      play.menu.origin = "another"
      play.fetch(.menu)
      #expect(play.menu.underWay == 1)
      play.menu.succeed(.emptyMenu)
    }
  }

  @LoopActor @Test func `tryAgain fails at once too`() {
    fenced { play in
      let failure = play.choose(.tryAgain, of: "f1").failure
      #expect(failure?.kind == .tooManyRequests && failure?.previousFailureID == "f1")
    }
  }

  @LoopActor @Test func `when it has passed the server is asked again`() {
    fenced { play in
      play.advance(by: .seconds(30))
      play.fetch()
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `a refused fetch does not prolong it`() {
    fenced { play in
      play.advance(by: .seconds(20))
      play.fetch()
      play.advance(by: .seconds(10))
      play.fetch()
      #expect(play.state.underWay == 1)
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `polls wait for its end`() {
    fenced { play in
      play.setPolling(true, every: .seconds(1))
      #expect(play.snapshot.autoPolling.nextPollAt?.rfc3339 == "2000-01-01T00:00:30.000Z")
      play.advance(by: .milliseconds(29_999))
      #expect(play.state.attempts.count == 1)
      play.advance(by: .milliseconds(1))
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `an attempt that waits for its turn is given up when a fence is raised`() {
    withEngine({ $0.becomeDefault() }) { play in
      (play.state.origin, play.menu.origin) = ("one", "one")
      let waiting = play.fetch(.menu)
      play.menu.fail(.connectionLost)
      let refused = play.fetch()
      play.state.fail(.tooManyRequests(retryAfter: .seconds(30)))
      play.advance(by: .seconds(1))
      #expect(play.menu.attempts.count == 1)
      #expect(waiting.failure?.kind == .tooManyRequests && refused.failure?.kind == .tooManyRequests)
    }
  }
}
