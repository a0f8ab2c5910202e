import Reactor

/// Watches that something comes now and then.
///
/// What comes costs a look at the clock and no timer: when the one timer fires, it looks for how long nothing has
/// come, and goes on if that is not long enough.
@LoopActor
final class SilenceWatch {
  private let limit: Duration
  private let timers: TimerQueue
  private var newest: Instant
  private var onSilence: (@LoopActor () -> Void)?
  private lazy var alarm = Alarm(on: timers) { [weak self] in self?.look() }

  init(_ limit: Duration, on timers: TimerQueue) {
    (self.limit, self.timers) = (limit, timers)
    newest = timers.now
  }

  /// Starts, or starts anew; `onSilence` is called once.
  func start(_ onSilence: @escaping @LoopActor () -> Void) {
    self.onSilence = onSilence
    newest = timers.now
    alarm.date = newest + limit
  }

  /// Something has come.
  func note() {
    newest = timers.now
  }

  func stop() {
    onSilence = nil
    alarm.date = nil
  }

  private func look() {
    guard newest + limit <= timers.now else {
      alarm.date = newest + limit
      return
    }
    let onSilence = onSilence.take()
    onSilence?()
  }
}
