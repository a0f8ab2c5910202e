import Reactor

/// Detects that output waits and does not move, because its reader is stuck or has stopped reading.
///
/// Each stall is reported once. The next one can begin only after the output has moved again.
/// The timer is left running when the output flows again: it finds the date moved, or nothing that waits. Output
/// that waits for a moment in every turn sets no timer in every turn.
struct StallDetector {
  enum Action: Hashable {
    case none
    /// Call ``timeIsUp(now:)`` at this date.
    case startTimer(Instant)
    case warn
  }

  private enum State {
    /// Nothing waits.
    case flowing
    /// Bytes wait.
    case waiting
    /// The warning was given.
    case stalled
  }

  private let limit: Duration
  private var state = State.flowing
  private var isTimerRunning = false
  private var written = 0
  /// When the output last moved or began to wait.
  private var lastMove = Instant(sinceOrigin: .zero)

  /// - Parameter limit: How long bytes may wait without moving.
  init(limit: Duration) {
    self.limit = limit
  }

  /// A turn of the loop has ended.
  ///
  /// - Parameters:
  ///   - backlog: The bytes that wait.
  ///   - written: The bytes that were written since the start.
  mutating func turnEnded(backlog: Int, written: Int, now: @autoclosure () -> Instant) -> Action {
    let hasMoved = written != self.written
    self.written = written
    guard backlog > 0 else {
      state = .flowing
      return .none
    }
    guard hasMoved || state == .flowing else { return .none }
    state = .waiting
    lastMove = now()
    return isTimerRunning ? .none : startTimer()
  }

  /// The timer has fired; if the output has moved meanwhile, the timer starts again.
  mutating func timeIsUp(now: Instant) -> Action {
    isTimerRunning = false
    guard state == .waiting else { return .none }
    guard now >= lastMove + limit else { return startTimer() }
    state = .stalled
    return .warn
  }

  private mutating func startTimer() -> Action {
    isTimerRunning = true
    return .startTimer(lastMove + limit)
  }
}
