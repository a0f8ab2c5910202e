/// How far the session's life has come (docs/protocol.md section 3).
///
/// Every end goes the same way: nothing more is received (`draining`), what was admitted is answered, the
/// output is written (`flushing`), and the process ends with a status.
struct SessionLife: Sendable {
  private enum State: Equatable {
    case serving
    /// No input is taken; the admitted calls are waited for.
    case draining(status: Int32)
    /// Every call is answered; the output is waited for.
    case flushing(status: Int32)
    case ended
  }

  /// What the session has to do next.
  enum Action: Hashable, Sendable {
    case none
    /// Stop receiving, if that is not done, and set the drain deadline.
    case drain
    /// The same, and answer with `shuttingDown` what still waits.
    case answerRest
    case end(status: Int32)
  }

  private var state = State.serving
  private var deadlineHasPassed = false
  /// Whether `shutdown` was asked for.
  private var isShutDown = false

  init() {}

  /// Whether messages are still received.
  var isReceiving: Bool { state == .serving }

  /// Whether requests are still served: not after `shutdown`, nor behind `exit` in its batch.
  var isServing: Bool { isReceiving && !isShutDown }

  mutating func shutdownRequested() {
    isShutDown = true
  }

  /// `exit`: the status is 0 after `shutdown`, else 1.
  mutating func exitRequested() -> Action {
    guard isReceiving else { return .none }
    state = .draining(status: isShutDown ? 0 : 1)
    return .answerRest
  }

  /// The input has ended, or the process was told to end by a signal.
  mutating func inputEnded(waiting: Int) -> Action {
    guard isReceiving else { return .none }
    state = .draining(status: 0)
    callEnded(waiting: waiting)
    return .drain
  }

  /// A call was answered; so many still wait.
  mutating func callEnded(waiting: Int) {
    guard case .draining(let status) = state, waiting == 0 else { return }
    state = .flushing(status: status)
  }

  /// At the end of a turn nothing waits to be written.
  mutating func outputWritten() -> Action {
    guard case .flushing(let status) = state else { return .none }
    return end(status)
  }

  /// The time for draining is over: what waits is answered now, and what nobody has read when it is over a
  /// second time is left unread.
  mutating func deadlinePassed() -> Action {
    defer { deadlineHasPassed = true }
    switch state {
    case .serving:
      // The input has ended and not all of it could be taken, because nobody reads.
      state = .draining(status: 1)
      return .answerRest
    case .draining: return .answerRest
    case .flushing:
      // What was answered only now has yet to be written, and read.
      return deadlineHasPassed ? end(1) : .none
    case .ended: return .none
    }
  }

  /// Nobody reads the output any more.
  mutating func readerLeft() -> Action {
    state == .ended ? .none : end(0)
  }

  private mutating func end(_ status: Int32) -> Action {
    state = .ended
    return .end(status: status)
  }
}
