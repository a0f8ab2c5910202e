import Reactor

/// Detects that output waits and does not move, because its reader is stuck or has stopped reading.
///
/// Each stall is reported once. The next one can begin only after the output has moved again.
struct StallDetector {
  enum Action: Hashable {
    case none
    /// Call ``timeIsUp(now:)`` at this date.
    case startTimer(Instant)
    case stopTimer
    case warn
  }

  private enum State {
    /// Nothing waits.
    case flowing
    /// Bytes wait, and the timer runs.
    case waiting
    /// The warning was given.
    case stalled
  }

  private let limit: Duration
  private var state = State.flowing
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
    switch state {
    case .flowing where backlog == 0, .stalled where !hasMoved: return .none
    case .waiting where backlog == 0:
      state = .flowing
      return .stopTimer
    case .waiting:
      if hasMoved { lastMove = now() }
      return .none
    case .flowing, .stalled:
      lastMove = now()
      state = backlog > 0 ? .waiting : .flowing
      return backlog > 0 ? .startTimer(lastMove + limit) : .none
    }
  }

  /// The timer has fired; if the output has moved meanwhile, the timer starts again.
  mutating func timeIsUp(now: Instant) -> Action {
    guard case .waiting = state else { return .none }
    guard now >= lastMove + limit else { return .startTimer(lastMove + limit) }
    state = .stalled
    return .warn
  }
}
