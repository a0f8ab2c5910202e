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
    let stage = session(Configuration(), TimerQueue(source: ManualTime())) { _ in }
    return stage.router.names.compactMap { stage.router[$0]?.signature }
  }()

  /// Where failures are made that belong to no session.
  static let failures = FailureBook(time: ManualTime(), logger: silence)

  /// - Parameter isFickle: Whether every other fetch of the menu fails.
  static func session(
    _ configuration: Configuration, _ timers: TimerQueue, isFickle: Bool = false,
    _ write: @escaping @LoopActor (JSONText) -> Void
  ) -> Session {
    let menu = DemoSource(shape: .menu, timers: timers, seed: 0)
    let sources: [(ResourceName, ResourceShape, any Source)] = [
      (.state, .fleet, DemoSource(shape: .fleet, timers: timers, seed: 0)),
      (.menu, .menu, isFickle ? FickleSource(of: menu, timers) : menu),
    ]
    let environment = ResourceEnvironment(
      timers: timers, failures: FailureBook(time: timers.source, logger: silence), logger: silence)
    let resources = sources.map { name, shape, source in
      Resource(name: name, shape: shape, source: source, environment: environment)
    }
    let services = Services(
      resources: Resources(resources), environment: environment,
      statistics: Statistics(timers: timers, droppedLogLines: { 0 }))
    return Session(services: services, configuration: configuration, timers: timers, write: write)
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
