import Reactor
package import StatusCore

/// A wait until the location is known, or its source has failed.
///
/// It is a subscriber of its own, so the source runs while it waits.
@LoopActor
private final class LocationWait {
  let ticket = Ticket<LocationSnapshot>()
  private let engine: Engine
  private let owner = Owner("wait for the location")
  private lazy var alarm = Alarm(on: engine.timers) { [weak self] in self?.end() }
  private var isOver = false

  init(of engine: Engine, timeout: Duration) {
    self.engine = engine
    ticket.whenCancelled { self.close() }
    // A ticket ends on a later turn than the one that returned it.
    engine.environment.later { self.begin(timeout) }
  }

  private func begin(_ timeout: Duration) {
    guard !isOver else { return }
    engine.observe(owner) { [weak self] _ in self?.look() }
    _ = engine.location.subscribe(LocationFilter(), for: owner)
    alarm.date = engine.timers.now + timeout
    look()
  }

  private func look() {
    if engine.location.snapshot.status != .loading { end() }
  }

  private func end() {
    guard !isOver else { return }
    let snapshot = engine.location.snapshot
    close()
    ticket.end(with: .success(snapshot))
  }

  /// Leaves nothing behind.
  private func close() {
    guard !isOver else { return }
    isOver = true
    alarm.date = nil
    engine.forget(owner)
  }
}

extension Engine {
  /// Waits until the location is known or its source has failed, but no longer than that.
  ///
  /// - Returns: A ticket that ends with the snapshot of that moment, never with a failure.
  package func findLocation(within timeout: Duration) -> Ticket<LocationSnapshot> {
    LocationWait(of: self, timeout: timeout).ticket
  }
}
