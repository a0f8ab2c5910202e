package import Reactor
package import StatusCore

/// A built-in source that needs no server: a fleet that drives about, a menu, or builds of a program.
///
/// Every fetch succeeds, 0.1 s after it began. The value belongs to the time that has passed on the timer
/// queue since the source was made, not to the number of fetches: so the fleet looks alive however often it
/// is polled and by how many callers, two fetches at one instant agree, and under a manual clock the value
/// is exact.
package final class DemoSource: Source {
  package nonisolated static let delay = Duration.milliseconds(100)

  package let address = "demo"
  private let shape: ResourceShape
  private let timers: TimerQueue
  private let start: Instant
  private let fleet: DemoFleet

  /// Makes a source whose time begins now; `seed` decides where the fleet's parcels go.
  package init(shape: ResourceShape, timers: TimerQueue, seed: UInt64) {
    self.shape = shape
    self.timers = timers
    start = timers.now
    fleet = DemoFleet(seed: seed)
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    let timer = timers.schedule(after: Self.delay) { [self] in
      completion(.success(.value(value)))
    }
    return TimedAttempt(timer: timer)
  }

  /// What there is now.
  var value: ResourceValue {
    switch shape {
    case .fleet: .fleet(fleet.fleet(after: timers.now - start))
    case .menu: .menu(.demo)
    case .any: .demoBuilds(after: timers.now - start)
    case .text: .demoText(after: timers.now - start)
    case .lines: .demoLines(after: timers.now - start)
    }
  }
}
