import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// What a resource gives to the store, and what becomes of a fetch whose value the store does not take.
@Suite struct KeepingTests {
  init() {
    EventLoopThread.start()
  }

  private let fleet = ResourceValue.fleet(at: 1)

  // MARK: Restoring

  @LoopActor private func restore(_ play: EnginePlay, _ validators: Validators? = nil) {
    let restored = RestoredValue(
      value: fleet, validators: validators, fetchedAt: Timestamp(millisecondsSince1970: 946_684_700_000))
    play.store.onEvent?(.restored(.state, restored))
  }

  @LoopActor @Test func `a restored value is stale, and its validators are sent`() {
    withEngine { play in
      let validators = Validators(entityTag: "\"a\"")
      restore(play, validators)
      play.settle()
      #expect(play.snapshot.isStale && play.snapshot.status == .loaded)
      #expect(play.snapshot.updatedAt?.rfc3339 == "1999-12-31T23:58:20.000Z")
      let fetch = play.fetch()
      #expect(play.state.attempts.last?.request.validators == validators)
      play.state.end(.success(.notModified))
      #expect(fetch.value?.isStale == false)
    }
  }

  @LoopActor @Test func `a value that comes late is shown when it comes`() {
    withEngine { play in
      play.settle()
      restore(play)
      #expect(play.words() == ["state loaded 1"])
    }
  }

  @LoopActor @Test func `a value that was fetched meanwhile is newer`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(.fleet(at: 2))
      _ = play.changes()
      restore(play)
      #expect(play.changes().isEmpty && play.snapshot.value == .fleet(at: 2))
    }
  }

  // MARK: Keeping

  @LoopActor @Test func `a value is kept with its validators, and again when it is confirmed`() {
    withEngine { play in
      let tags = ["\"a\"", "\"b\""].map { Validators(entityTag: $0) }
      play.fetch()
      play.state.end(.success(SourceResponse(.value(fleet), validators: tags[0])))
      play.fetch()
      play.state.end(.success(.notModified))
      play.fetch()
      play.state.end(.success(SourceResponse(.notModified, validators: tags[1])))
      #expect(play.store.values.map(\.validators) == [tags[0], tags[0], tags[1]])
      #expect(play.store.values.allSatisfy { $0.value == fleet })
    }
  }

  @LoopActor @Test func `a fetch waits for its write where the store asks for that`() {
    withEngine { play in
      play.store.isSlow = true
      let fetch = play.fetch()
      play.state.succeed(fleet)
      #expect(play.words() == ["state loading 1 fetching"] && fetch.outcome == nil)
      play.store.writes.last?.end(with: nil)
      #expect(fetch.value?.status == .loaded)
    }
  }

  @LoopActor @Test func `a disk that does not respond ends with the attempt`() {
    withEngine { play in
      play.store.isSlow = true
      let fetch = play.fetch()
      play.state.succeed(fleet)
      play.advance(by: .seconds(10))
      #expect(fetch.failure?.kind == .storeUnwritable)
      #expect(play.snapshot.value == fleet)
      _ = play.changes()
      play.store.writes.last?.end(with: nil)
      #expect(play.changes().isEmpty)
    }
  }

  @LoopActor @Test func `a value that was accepted and then refused by the disk is a silent failure`() {
    withEngine { play in
      play.fetch()
      play.state.succeed(fleet)
      play.store.onEvent?(.failed(.state, Problem(.diskFull)))
      let change = play.changes().last
      #expect(change?.status == .failed && change?.failure?.kind == .diskFull)
      #expect(change?.failure?.presentation == .silent && change?.value == fleet)
      #expect(change?.isStale == false)
      let recovery = play.choose(.tryAgain)
      play.state.succeed(fleet)
      #expect(recovery.isRecovered == true)
    }
  }
}
