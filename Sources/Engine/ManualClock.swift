import OrderedCollections
package import Reactor
package import StatusCore

/// The clock of `--clock manual`, which stands still until a client moves it.
///
/// The same input must give the same output. Therefore every event is processed completely before the next
/// one: after each message, and after each timer while time moves, the clock runs the jobs that were put off
/// and then has the results reported.
@LoopActor
package final class ManualClock {
  package let timers = TimerQueue(source: ManualTime())
  private let loop: EventLoop
  private var observers: OrderedDictionary<Owner, @LoopActor () -> Void> = [:]

  package init(loop: EventLoop) {
    self.loop = loop
  }

  /// Calls `onSettled` each time nothing more can happen until the clock moves, which is when to report
  /// changes.
  package func observe(_ owner: Owner, onSettled: @escaping @LoopActor () -> Void) {
    observers[owner] = onSettled
  }

  func forget(_ owner: Owner) {
    observers[owner] = nil
  }

  /// Runs everything that needs no more time, and calls the observers.
  package func settle() {
    loop.runUntilIdle()
    for onSettled in observers.values { onSettled() }
  }

  /// Moves the clock forward; everything that was due by then has happened and was reported when this
  /// returns.
  ///
  /// A long advance takes real time. Signals, the end of the input and the loss of the reader are noticed
  /// meanwhile.
  package func advance(by duration: Duration) {
    // Earlier members of the same batch may have begun things, which belong to the time before.
    settle()
    _ = timers.advance(by: duration, settle: settle) { [loop] in
      loop.pollWithoutWaiting()
      return !loop.isStopped
    }
  }

  /// The time of day on this clock.
  package var now: Timestamp {
    Timestamp(millisecondsSince1970: timers.source.millisecondsSince1970)
  }
}
