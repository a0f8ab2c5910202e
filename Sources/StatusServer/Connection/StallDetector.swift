/// Notices that the output does not move although bytes wait: somebody has stopped reading, or is stuck.
///
/// A stall is told once; the next one can only be after the output has moved again.
struct StallDetector {
  enum Action: Hashable {
    case none
    /// Call ``timeIsUp(written:)`` after the time that makes a stall.
    case startTimer
    case stopTimer
    case warn
  }

  private enum State {
    /// Nothing waits.
    case flowing
    /// Bytes wait; so many had been written when the timer was started.
    case waiting(written: Int)
    /// The warning was given; so many had been written then.
    case stalled(written: Int)
  }

  private var state = State.flowing

  /// A turn of the loop has ended.
  mutating func turnEnded(backlog: Int, written: Int) -> Action {
    switch state {
    case .flowing where backlog > 0:
      state = .waiting(written: written)
      return .startTimer
    case .waiting where backlog == 0:
      state = .flowing
      return .stopTimer
    case .stalled(let before) where written > before:
      state = backlog > 0 ? .waiting(written: written) : .flowing
      return backlog > 0 ? .startTimer : .none
    case .flowing, .waiting, .stalled:
      return .none
    }
  }

  /// The time is over that the timer was set for.
  mutating func timeIsUp(written: Int) -> Action {
    guard case .waiting(let before) = state else { return .none }
    guard written == before else {
      state = .waiting(written: written)
      return .startTimer
    }
    state = .stalled(written: written)
    return .warn
  }
}
