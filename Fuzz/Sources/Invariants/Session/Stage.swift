import Engine
import JSONRPC
import Jansson
import Logging
import Providers
import Reactor
import StatusCore

@testable import StatusServer

/// The daemon's parts as the invariants need them: on manual time, with built-in sources, in silence.
///
/// All that is known here of the daemon's composition stands in this file.
@LoopActor
enum Stage {
  /// Every method's signature.
  static let signatures: [MethodSignature] = {
    let session = Self.session(Configuration(), clock) { _ in }
    // A profile lives as long as its session.
    return withExtendedLifetime(session) {
      let methods = session.methods
      return methods.names.compactMap { methods[MethodName($0)]?.signature }
    }
  }()

  /// Where failures are made that belong to no session.
  static let failures = server(Configuration(), clock).engine.makeFailureBook()

  private static let clock = ManualClock(loop: LoopActor.shared.loop)

  /// - Parameter isFickle: Whether every other fetch of the menu fails.
  static func session(
    _ configuration: Configuration, _ clock: ManualClock, isFickle: Bool = false,
    _ write: @escaping @LoopActor (JSONText) -> Void
  ) -> Session {
    Session(server(configuration, clock, isFickle: isFickle), timers: clock.timers) { write(JSONText($0)) }
  }

  private static func server(
    _ configuration: Configuration, _ clock: ManualClock, isFickle: Bool = false
  ) -> Server {
    var parts = EngineParts()
    parts.clock = clock
    parts.source = { id, timers in
      guard id.arguments != nil || isFickle && id == .menu else { return nil }
      let demo = DemoSource(shape: .menu, timers: timers, seed: 0)
      return isFickle ? FickleSource(of: demo, timers) : demo
    }
    return Server(configuration, parts: parts, loop: LoopActor.shared.loop, logger: silence)
  }

  private static let silence = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
}

/// A source whose fetches fail and succeed in turn.
@LoopActor
private final class FickleSource: Source {
  let address = "fickle"
  private let source: any Source
  private let timers: TimerQueue
  private var succeeds = true

  init(of source: any Source, _ timers: TimerQueue) {
    self.source = source
    self.timers = timers
  }

  func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    succeeds.toggle()
    if succeeds { return source.fetch(request, completion) }
    return Attempt(
      timer: timers.schedule(after: .milliseconds(50)) { completion(.failure(Problem(.serverError))) })
  }

  private final class Attempt: SourceAttempt {
    private let timer: Timer

    init(timer: Timer) {
      self.timer = timer
    }

    func cancel() {
      timer.cancel()
    }
  }
}
