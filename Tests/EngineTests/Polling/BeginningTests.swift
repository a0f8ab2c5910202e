import Engine
import EngineTestSupport
import Logging
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// What begins together with an owner: a turn of the loop begins for 5 ms, and the turns to come do the rest.
@Suite struct BeginningTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `what is more than a turn's work begins in the turns to come, in order`() {
    let play = BeginningPlay(7)
    play.engine.begin(for: play.owner)
    #expect(play.begun == ["r0", "r1", "r2", "r3"])
    LoopActor.shared.loop.runUntilIdle()
    #expect(play.begun == (0..<7).map { "r\($0)" })
  }

  @LoopActor @Test func `nothing more begins for an owner that has gone`() {
    let play = BeginningPlay(7)
    play.engine.begin(for: play.owner)
    play.engine.forget(play.owner)
    LoopActor.shared.loop.runUntilIdle()
    #expect(play.begun == ["r0", "r1", "r2", "r3"])
    #expect(play.engine.resources.all.allSatisfy { !$0.snapshot.autoPolling.isEnabled })
  }

  @LoopActor @Test func `a clock that stands still has all begin at once`() {
    let play = BeginningPlay(7, takingLong: false)
    play.engine.begin(for: play.owner)
    #expect(play.begun == (0..<7).map { "r\($0)" })
  }
}

/// An engine with resources that are polled from the start, each of which takes 2 ms to begin.
@LoopActor
private final class BeginningPlay {
  let engine: Engine
  let owner = Owner("test")
  private let log = Box<[String]>([])

  var begun: [String] { log.value }

  init(_ count: Int, takingLong: Bool = true) {
    var configuration = Configuration.plain
    configuration.resources = (0..<count).map { number in
      var resource = Configuration.Resource(name: ResourceName(rawValue: "r\(number)"), shape: .any)
      resource.policy.polling.isEnabled = true
      return resource
    }
    var parts = EngineParts()
    parts.clock = ManualClock(loop: LoopActor.shared.loop)
    parts.source = { [log] id, timers in
      SlowSource {
        log.value.append(id.name.rawValue)
        if takingLong { timers.advance(by: .milliseconds(2)) }
      }
    }
    engine = Engine(
      configuration, parts: parts, loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }
}

/// A source that does something when it is asked, and never responds.
private final class SlowSource: Source {
  let address = "test:slow"
  private let onFetch: @LoopActor () -> Void

  init(onFetch: @escaping @LoopActor () -> Void) {
    self.onFetch = onFetch
  }

  func fetch(_ request: SourceRequest, _ completion: @escaping SourceCompletion) -> any SourceAttempt {
    onFetch()
    return SilentAttempt()
  }
}

private final class SilentAttempt: SourceAttempt {
  func cancel() {}
}
