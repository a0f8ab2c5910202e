import Reactor
import StatusCore

/// The time of `--clock manual`: it stands still until the client moves it.
///
/// So that the same input gives the same output, whatever happens is seen to its end before the next thing
/// does: after each message, and while time moves after each timer, what was put off is done and then told.
@LoopActor
final class ManualClock {
  let timers = TimerQueue(source: ManualTime())
  private let loop: EventLoop

  /// Tells of what has happened; called whenever nothing more will until time moves on.
  var settled: @LoopActor () -> Void = {}

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Does all that needs no more time.
  func settle() {
    loop.runUntilIdle()
    settled()
  }

  /// Moves time on; when this returns everything that was due up to then has happened and was told.
  func advance(by duration: Duration) {
    // What other members of the batch have begun belongs to the time before.
    settle()
    timers.advance(by: duration, settle: settle)
  }

  /// The time of day.
  var now: Timestamp {
    Timestamp(millisecondsSince1970: timers.source.millisecondsSince1970)
  }
}
