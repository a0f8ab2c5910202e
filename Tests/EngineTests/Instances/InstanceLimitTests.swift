import Engine
import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

/// `limits.instances`: which instance makes room, and which never does.
@Suite struct InstanceLimitTests {
  init() {
    EventLoopThread.start()
  }

  /// Plays where there may be two instances, and `a` and `b` are there.
  @LoopActor
  private func withTwo(_ body: (EnginePlay) throws -> Void) rethrows {
    try withEngine({ $0.addBranches(instances: 2) }) { play in
      for branch in ["a", "b"] { _ = play[.branch(branch)] }
      try body(play)
    }
  }

  @LoopActor private func present(_ play: EnginePlay) -> [ResourceID] {
    play.engine.resources.family("branches")?.instances.map(\.id) ?? []
  }

  @LoopActor @Test func `the least recently used makes room`() {
    withTwo { play in
      _ = play[.branch("a")]
      _ = play[.branch("c")]
      #expect(present(play) == [.branch("a"), .branch("c")])
      _ = play[.branch("b")]
      #expect(present(play) == [.branch("b"), .branch("c")])
    }
  }

  @LoopActor @Test func `one that is polled stays`() {
    withTwo { play in
      play.setPolling(true, of: .branch("a"))
      play.instances["a"].succeed(.fleet(at: 1))
      play.settle()
      _ = play[.branch("b")]
      _ = play[.branch("c")]
      #expect(present(play) == [.branch("a"), .branch("c")])
    }
  }

  @LoopActor @Test func `one that is fetched stays`() {
    withTwo { play in
      let fetch = play.fetch(.branch("a"))
      _ = play[.branch("b")]
      _ = play[.branch("c")]
      #expect(present(play) == [.branch("a"), .branch("c")])
      play.instances["a"].succeed(.fleet(at: 1))
      #expect(fetch.value?.id == .branch("a"))
    }
  }

  @LoopActor @Test func `one whose failure is being recovered from stays`() {
    withTwo { play in
      play.fetch(.branch("a"))
      play.instances["a"].fail(.tooManyRequests(retryAfter: .seconds(30)))
      let recovery = play.choose(.tryLater, of: "f1")
      _ = play[.branch("b")]
      _ = play[.branch("c")]
      #expect(present(play) == [.branch("a"), .branch("c")])
      play.advance(by: .seconds(31))
      play.instances["a"].succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }

  @LoopActor @Test func `one that an observer has yet to read stays`() {
    withTwo { play in
      play.engine.observe(play.owner) { _ in
      } isAwaited: {
        $0 == .branch("a")
      }
      _ = play[.branch("b")]
      _ = play[.branch("c")]
      #expect(present(play) == [.branch("a"), .branch("c")])
    }
  }

  @LoopActor @Test func `where every instance is needed, one more is overloaded`() throws {
    try withTwo { play in
      for branch in ["a", "b"] { play.setPolling(true, of: .branch(branch)) }
      let family = try #require(play.engine.resources.family("branches"))
      #expect(throws: InstanceProblem.full(limit: 2)) {
        try play.engine.resources.instance(of: family, with: ResourceArguments(["branch": "c"]))
      }
      let problem = Problem.tooManyInstances(2)
      #expect(problem.kind == .overloaded && problem.detail.limit == 2 && problem.retryAfter == .seconds(1))
      #expect(play[.branch("a")].id == .branch("a"))
      play.setPolling(false, of: .branch("a"))
      play.instances["a"].succeed(.fleet(at: 1))
      play.settle()
      #expect(play[.branch("c")].id == .branch("c"))
      #expect(present(play) == [.branch("b"), .branch("c")])
    }
  }

  @LoopActor @Test func `revisions of one that comes back still only grow`() {
    withTwo { play in
      for latitude in 1...3 {
        play.fetch(.branch("a"))
        play.instances["a"].succeed(.fleet(at: Double(latitude)))
      }
      #expect(play[.branch("a")].snapshot.revision == 6)
      for branch in ["c", "d"] { _ = play[.branch(branch)] }
      let again = play[.branch("a")].snapshot
      #expect(again.revision == 6 && again.status == .idle)
      _ = play.changes()
      let fetch = play.fetch(.branch("a"))
      play.instances["a"].succeed(.fleet(at: 4))
      #expect(play.words() == ["branches loading 7 fetching", "branches loaded 8"])
      #expect(fetch.value?.words == "branches loaded 8")
    }
  }

  @LoopActor @Test func `retry makes one again that made room`() {
    withTwo { play in
      play.fetch(.branch("a"))
      play.instances["a"].fail(.connectionLost)
      for branch in ["c", "d"] { _ = play[.branch(branch)] }
      let recovery = play.choose(.tryAgain, of: "f1")
      play.instances["a"].succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true && recovery.snapshot?.id == .branch("a"))
      #expect(present(play) == [.branch("a"), .branch("d")])
    }
  }
}
