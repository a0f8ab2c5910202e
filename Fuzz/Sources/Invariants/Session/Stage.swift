import JSONRPC
import Jansson
import Logging
import Reactor
@testable import StatusServer

/// The daemon's parts as the invariants need them: on manual time, with the demo's sources, in silence.
///
/// All that is known here of the daemon's composition stands in this file.
@LoopActor
enum Stage {
  /// Every method's signature.
  static let signatures: [MethodSignature] = {
    let stage = session(Configuration(), TimerQueue(source: ManualTime())) { _ in }
    return stage.router.names.compactMap { try? stage.router.method(named: $0).signature }
  }()

  /// Where failures are made that belong to no session.
  static let failures = services(Configuration(), TimerQueue(source: ManualTime())).failures

  static func session(
    _ configuration: Configuration, _ timers: TimerQueue, _ write: @escaping @LoopActor (JSONText) -> Void
  ) -> Session {
    Session(
      services: services(configuration, timers), configuration: configuration, timers: timers, write: write)
  }

  private static func services(_ configuration: Configuration, _ timers: TimerQueue) -> Services {
    Services(configuration, timers: timers, logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
  }
}
