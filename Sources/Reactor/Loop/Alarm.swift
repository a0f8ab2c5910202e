/// The one timer that the shell of a state machine keeps for the machine's next date.
///
/// The date moves with every event; setting the one that is set already costs nothing.
@LoopActor
package final class Alarm {
  private let timers: TimerQueue
  private let ring: @LoopActor () -> Void
  private var timer: Timer?
  /// Made once for all dates.
  private lazy var whenDue: @LoopActor () -> Void = { [weak self] in
    self?.timer = nil
    self?.ring()
  }

  /// - Parameter ring: Called when the date has come; the alarm is off then.
  package init(on timers: TimerQueue, ring: @escaping @LoopActor () -> Void) {
    self.timers = timers
    self.ring = ring
  }

  isolated deinit {
    timer?.cancel()
  }

  /// When it rings; nil for never.
  package var date: Instant? {
    get { timer?.deadline }
    set {
      guard newValue != timer?.deadline else { return }
      timer?.cancel()
      timer = newValue.map { timers.schedule(at: $0, whenDue) }
    }
  }
}
