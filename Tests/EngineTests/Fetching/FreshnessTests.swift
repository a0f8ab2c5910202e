import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// How old a value may be, and how a server is asked whether it has another.
@Suite struct FreshnessTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func staleAfterMinute(_ body: (EnginePlay) throws -> Void) rethrows {
    try withEngine({ $0.resources[0].policy.staleAfter = .seconds(60) }) { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      _ = play.changes()
      try body(play)
    }
  }

  // MARK: isStale

  @LoopActor @Test func `a value that becomes stale is reported without a call`() {
    staleAfterMinute { play in
      play.advance(by: .milliseconds(59_999))
      #expect(play.changes().isEmpty)
      play.advance(by: .milliseconds(1))
      let reported = play.changes()
      #expect(reported.map(\.words) == ["state loaded 3"] && reported.first?.isStale == true)
      play.advance(by: .seconds(86_400))
      #expect(play.changes().isEmpty)
    }
  }

  @LoopActor @Test(arguments: [SourceResponse.notModified, .value(.fleet(at: 1))])
  func `a fetch that confirms it makes it young again`(reply: SourceResponse) {
    staleAfterMinute { play in
      play.advance(by: .seconds(60))
      let fetch = play.fetch()
      play.state.end(.success(reply))
      #expect(fetch.value?.isStale == false)
      _ = play.changes()
      play.advance(by: .seconds(60))
      #expect(play.changes().last?.isStale == true)
    }
  }

  @LoopActor @Test func `a value that a failure has made stale is not reported again`() {
    staleAfterMinute { play in
      play.fetch()
      play.state.fail()
      #expect(play.changes().last?.isStale == true)
      play.advance(by: .seconds(600))
      #expect(play.changes().isEmpty)
    }
  }

  @LoopActor @Test func `without staleAfter nothing grows old`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      _ = play.changes()
      play.advance(by: .seconds(86_400))
      #expect(play.changes().isEmpty)
    }
  }

  // MARK: Validators

  private static let first = Validators(entityTag: #""1""#, lastModified: "then")

  /// The validators of the request that follows a response.
  @LoopActor private func validators(_ play: EnginePlay, after reply: SourceResponse) -> Validators? {
    play.fetch()
    play.state.end(.success(reply))
    play.fetch()
    defer { play.state.end(.success(.notModified)) }
    return play.state.attempts.last?.request.validators
  }

  @LoopActor @Test func `the first request is not conditional, later ones carry what the last value had`() {
    withEngine { play in
      let reply = SourceResponse(.value(.fleet(at: 1)), validators: Self.first)
      #expect(validators(play, after: reply) == Self.first)
      #expect(play.state.attempts[0].request.validators == nil)
    }
  }

  @LoopActor @Test func `those of a newer value, or of a confirmation, take their place`() {
    withEngine { play in
      _ = validators(play, after: SourceResponse(.value(.fleet(at: 1)), validators: Self.first))
      let second = Validators(entityTag: #""2""#)
      #expect(validators(play, after: SourceResponse(.value(.fleet(at: 2)), validators: second)) == second)
      let third = Validators(entityTag: #""3""#)
      #expect(validators(play, after: SourceResponse(.notModified, validators: third)) == third)
      // A confirmation that says nothing of them changes nothing.
      #expect(validators(play, after: .notModified) == third)
      // An equal value does.
      let fourth = Validators(entityTag: #""4""#)
      #expect(validators(play, after: SourceResponse(.value(.fleet(at: 2)), validators: fourth)) == fourth)
      #expect(validators(play, after: .value(.fleet(at: 2))) == nil)
    }
  }

  @LoopActor @Test func `an error does not clear them`() {
    withEngine { play in
      _ = validators(play, after: SourceResponse(.value(.fleet(at: 1)), validators: Self.first))
      play.fetch()
      play.state.fail()
      play.fetch()
      // Nor does what could not be understood, and its own are not those of any value.
      play.state.end(
        .success(SourceResponse(.body(Array("<".utf8)), validators: Validators(entityTag: #""9""#))))
      play.fetch()
      #expect(play.state.attempts.last?.request.validators == Self.first)
      play.state.succeed(.fleet(at: 1))
    }
  }
}
