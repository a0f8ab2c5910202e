import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// Successes without a value, and fetches that leave everything as it was.
@Suite struct EmptyValueTests {
  init() {
    EventLoopThread.start()
  }

  private static let nothing = Result<SourceResponse, Problem>.success(SourceResponse(.nothing, status: 404))

  @LoopActor @Test func `a source that says that there is nothing has loaded, and has no value`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      _ = play.changes()
      let second = play.fetch()
      play.state.end(Self.nothing)
      #expect(play.words() == ["state loaded 3 fetching", "state loaded 4"])
      let snapshot = second.value
      #expect(snapshot?.words == "state loaded 4" && snapshot?.value == nil && snapshot?.updatedAt == nil)
      #expect(snapshot?.isStale == false && snapshot?.failure == nil)
      // Nothing is kept that a server could confirm.
      let third = play.fetch()
      #expect(play.state.attempts.last?.request.validators == nil)
      play.state.end(Self.nothing)
      #expect(third.value?.status == .loaded && third.value?.value == nil)
      #expect(play.history.map(\.outcome) == [.ok, .ok, .ok])
    }
  }

  @LoopActor @Test func `a poll that finds nothing again says nothing`() {
    withEngine { play in
      play.setPolling(true, every: .seconds(10))
      play.state.end(Self.nothing)
      _ = play.changes()
      play.advance(untilAttempt: 2, of: play.state)
      play.state.end(Self.nothing)
      #expect(play.changes().isEmpty)
    }
  }

  /// A short body is known at once, a long one in turns.
  @LoopActor @Test(arguments: [0, 8_192])
  func `a body that is there already leaves its value as it is`(padding: Int) {
    let fleets = [53, 54].map { latitude in
      Array(
        (#"{"central":{"latitude":\#(latitude),"longitude":10},"couriers":[],"packages":[],"vehicles":[]}"#
          + String(repeating: " ", count: padding)).utf8)
    }
    withEngine { play in
      var values: [ResourceValue?] = []
      for body in [fleets[0], fleets[0], fleets[1]] {
        let ticket = play.fetch()
        play.state.end(.success(.body(body)))
        play.settle()
        values.append(ticket.value?.value)
      }
      #expect(values[0] != nil && values[0] == values[1] && values[1] != values[2])
      #expect(play.history.map(\.bytes) == fleets.map(\.count) + [fleets[0].count])
    }
  }

  @LoopActor @Test func `a failure over nothing is inline, and what comes then is a value`() {
    withEngine { play in
      play.fetch()
      play.state.end(Self.nothing)
      let failed = play.fetch()
      play.state.fail()
      #expect(failed.failure?.presentation == .inline)
      let loaded = play.fetch()
      play.state.succeed(.fleet(at: 1))
      #expect(loaded.value?.value == .fleet(at: 1))
    }
  }

  @LoopActor @Test func `unchanged without a value names the status`() {
    withEngine { play in
      let fetch = play.fetch()
      play.state.end(.success(SourceResponse(.notModified, status: 404)))
      #expect(fetch.failure?.kind == .unexpectedStatus)
      #expect(
        fetch.failure?.failureReason
          == "The server confirms an earlier value (status 404), but there is none.")
    }
  }

  // MARK: requestCancelled

  @LoopActor @Test func `a fetch that its source cancels leaves the state before`() {
    withEngine { play in
      let first = play.fetch()
      play.state.fail(.requestCancelled)
      #expect(play.words() == ["state loading 1 fetching", "state idle 2"])
      #expect(first.failure?.kind == .requestCancelled && first.failure?.presentation == .silent)
      play.fetch()
      play.state.succeed(.fleet(at: 1))
      let third = play.fetch()
      play.state.fail(.requestCancelled)
      let last = play.changes().last
      #expect(last?.words == "state loaded 6" && last?.isStale == false)
      #expect(third.failure?.kind == .requestCancelled)
      #expect(play.history.map(\.outcome) == [.ok])
    }
  }

  @LoopActor @Test func `a recovery whose fetch is cancelled leaves its failure open`() {
    withEngine { play in
      play.fetch()
      play.state.fail(.serverError)
      let cancelled = play.choose(.tryAgain, of: "f1")
      play.state.fail(.requestCancelled)
      #expect(cancelled.failure?.kind == .requestCancelled)
      #expect(play.changes().last?.failure?.id == "f1")
      let recovery = play.choose(.tryAgain, of: "f1")
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `a poll that is cancelled goes on with its interval`() {
    withEngine { play in
      play.setPolling(true, every: .seconds(10))
      play.state.fail(.requestCancelled)
      play.advance(by: .seconds(11))
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      let last = play.changes().last
      #expect(last?.status == .loaded && last?.failure == nil)
    }
  }

  // MARK: Parts

  @LoopActor @Test func `another pointer makes another value of the same body`() {
    let body = Array(#"{"a":{"items":[]},"b":7}"#.utf8)
    withReloading {
      $0.resources[1].pointer = "/a"
    } _: { play, change in
      let first = play.fetch(.menu)
      play.menu.end(.success(.body(body)))
      play.settle()
      #expect(first.value?.status == .loaded)
      change { $0.resources[1].pointer = "/b" }
      #expect(play.changes().last?.isStale == true)
      let second = play.fetch(.menu)
      play.menu.end(.success(.body(body)))
      play.settle()
      #expect(second.failure?.kind == .unexpectedShape && second.failure?.detail.path == "/b")
    }
  }

  @LoopActor @Test func `other statuses are another source`() {
    withReloading { play, change in
      play.setPolling(true, every: .seconds(3_600))
      play.state.succeed(.fleet(at: 1))
      change { $0.resources[0].statuses.set(.one(404), .empty) }
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
    }
  }
}
