package import Engine
package import Reactor

/// A test that plays with an engine on the manual clock.
@LoopActor
package protocol ManualPlay: AnyObject {
  var engine: Engine { get }
  var timers: TimerQueue { get }

  /// Lets time pass, and does everything that needs no more of it.
  func advance(by duration: Duration)
}

extension ManualPlay {
  /// Lets time pass until the source has been asked so often, from one thing that is due to the next.
  package func advance(
    untilAttempt count: Int, of source: ScriptedSource, within limit: Duration = .seconds(600)
  ) {
    let end = timers.now + limit
    while source.attempts.count < count, let next = nextDue, next <= end { advance(by: next - timers.now) }
  }

  /// When a resource has something to do next.
  package var nextDue: Instant? {
    let due = engine.resources.all.compactMap(\.wakeAt).min()
    return due.map { max(Instant(sinceOrigin: $0), timers.now) }
  }
}
