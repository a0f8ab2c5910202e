import OrderedCollections
package import Reactor
package import StatusCore

/// The time of `--clock manual`: it stands still until a client moves it.
///
/// So that the same input gives the same output, whatever happens is seen to its end before the next thing
/// does: after each message, and while time moves after each timer, what was put off is done and then
/// reported.
@LoopActor
package final class ManualClock {
  package let timers = TimerQueue(source: ManualTime())
  private let loop: EventLoop
  private var observers: OrderedDictionary<Owner, @LoopActor () -> Void> = [:]

  package init(loop: EventLoop) {
    self.loop = loop
  }

  /// Has `onSettled` called whenever nothing more will happen until time moves on: the moment to report what
  /// has happened.
  package func observe(_ owner: Owner, onSettled: @escaping @LoopActor () -> Void) {
    observers[owner] = onSettled
  }

  func forget(_ owner: Owner) {
    observers[owner] = nil
  }

  /// Does all that needs no more time.
  package func settle() {
    loop.runUntilIdle()
    for onSettled in observers.values { onSettled() }
  }

  /// Moves time on; when this returns everything that was due up to then has happened and was reported.
  ///
  /// A long way takes real time: signals, the end of the input and a reader that has left are seen on it.
  package func advance(by duration: Duration) {
    // What other members of the batch have begun belongs to the time before.
    settle()
    _ = timers.advance(by: duration, settle: settle) { [loop] in
      loop.pollWithoutWaiting()
      return !loop.isStopped
    }
  }

  /// The time of day.
  package var now: Timestamp {
    Timestamp(millisecondsSince1970: timers.source.millisecondsSince1970)
  }
}
