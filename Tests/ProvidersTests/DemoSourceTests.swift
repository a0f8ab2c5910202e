import Reactor
import StatusCore
import Testing

@testable import Providers

/// A process has one event loop, and other tests may be using it: so each test here is a process of its own.
@Suite(.timeLimit(.minutes(10))) struct DemoSourceTests {
  @Test func `a fetch is answered after a tenth of a second, and once`() async {
    await #expect(processExitsWith: .success) {
      withSource(of: .menu) { source, timers in
        var replies: [ResourceValue?] = []
        _ = source.fetch(SourceRequest()) { replies.append($0.value) }
        timers.advance(by: .milliseconds(99))
        #expect(replies.isEmpty)
        timers.advance(by: .milliseconds(1))
        #expect(replies == [.menu(.demo)])
        timers.advance(by: .seconds(60))
        #expect(replies.count == 1)
      }
    }
  }

  @Test func `an attempt that was cancelled is not answered`() async {
    await #expect(processExitsWith: .success) {
      withSource(of: .menu) { source, timers in
        var replies: [ResourceValue?] = []
        source.fetch(SourceRequest()) { replies.append($0.value) }.cancel()
        timers.advance(by: .seconds(60))
        #expect(replies.isEmpty)
      }
    }
  }

  @Test func `the fleet is that of the time since the source was made`() async {
    await #expect(processExitsWith: .success) {
      withSource(of: .fleet) { source, timers in
        var replies: [ResourceValue?] = []
        _ = source.fetch(SourceRequest()) { replies.append($0.value) }
        timers.advance(by: .seconds(10))
        _ = source.fetch(SourceRequest()) { replies.append($0.value) }
        timers.advance(by: .seconds(10))
        let expected = [0.1, 10.1].map { DemoFleet(seed: 5).fleet(after: .seconds($0)) }
        #expect(replies == expected.map(ResourceValue.fleet))
      }
    }
  }

  @Test func `any JSON is builds that go on with the time`() async {
    await #expect(processExitsWith: .success) {
      withSource(of: .any) { source, timers in
        var replies: [ResourceValue?] = []
        for elapsed in [0, 30, 331] {
          timers.advance(by: .seconds(elapsed))
          _ = source.fetch(SourceRequest()) { replies.append($0.value) }
          timers.advance(by: DemoSource.delay)
        }
        let expected = [
          #"{"builds":[{"number":1,"status":"running","percent":0}]}"#,
          #"{"builds":[{"number":1,"status":"running","percent":50}]}"#,
          #"{"builds":[{"number":7,"status":"running","percent":1},"#
            + #"{"number":6,"status":"passed"},{"number":5,"status":"failed"}]}"#,
        ]
        #expect(replies == expected.map { ResourceValue(normalised: Array($0.utf8)) })
      }
    }
  }

  @Test func `fetches at one instant agree`() async {
    await #expect(processExitsWith: .success) {
      withSource(of: .fleet) { source, timers in
        var replies: [ResourceValue?] = []
        for _ in 1...2 { _ = source.fetch(SourceRequest()) { replies.append($0.value) } }
        timers.advance(by: .seconds(1))
        #expect(replies.count == 2 && replies[0] == replies[1])
      }
    }
  }
}

/// Runs `body` as code of the loop, with a source of seed 5 that is made when its queue has run for an hour.
private func withSource(of shape: ResourceShape, body: @LoopActor (DemoSource, TimerQueue) -> Void) {
  LoopActor.shared.loop.run {
    let timers = TimerQueue(source: ManualTime())
    timers.advance(by: .seconds(3_600))
    body(DemoSource(shape: shape, timers: timers, seed: 5), timers)
    LoopActor.shared.loop.stop()
  }
}

extension Result<SourceResponse, Problem> {
  /// The value of a built-in source's reply.
  fileprivate var value: ResourceValue? {
    guard case .success(let reply) = self, case .value(let value) = reply.content else { return nil }
    return value
  }
}
