/// The life of a session as a state machine (docs/protocol.md, “Lifecycle”).
///
/// Every end takes the same steps: the session stops receiving (`draining`), admitted calls get their
/// responses, the output is written (`flushing`), and the process ends with a status.
struct SessionLife: Sendable {
  private enum State: Equatable {
    case serving
    /// No input is taken; admitted calls still wait for their responses.
    case draining(status: Int32)
    /// Every call has its response; the output is still being written.
    case flushing(status: Int32)
    case ended
  }

  /// What the session has to do after an event.
  enum Action: Hashable, Sendable {
    case none
    /// Stop receiving and set the drain deadline, unless that is done already.
    case drain
    /// Do the same, and respond with `shuttingDown` to every call that still waits.
    case refuseWaiting
    /// End the process with this status.
    case end(status: Int32)
  }

  private var state = State.serving
  private var deadlineHasPassed = false
  /// Whether `shutdown` was asked for.
  private var isShutDown = false

  init() {}

  /// Whether messages are still received.
  var isReceiving: Bool { state == .serving }

  /// Whether requests are still served: not after `shutdown`, and not after `exit` in the same batch.
  var isServing: Bool { isReceiving && !isShutDown }

  /// Whether the end of the process was asked for.
  var hasEnded: Bool { state == .ended }

  /// `shutdown`: no more requests are served.
  mutating func shutdownRequested() {
    isShutDown = true
  }

  /// `exit`: the session ends with status 0 after `shutdown`, otherwise with status 1.
  mutating func exitRequested() -> Action {
    guard isReceiving else { return .none }
    state = .draining(status: isShutDown ? 0 : 1)
    return .refuseWaiting
  }

  /// The input has ended, or a signal asked for the end.
  ///
  /// - Parameter waiting: The number of calls that wait for their responses.
  mutating func inputEnded(waiting: Int) -> Action {
    guard isReceiving else { return .none }
    state = .draining(status: 0)
    callEnded(waiting: waiting)
    return .drain
  }

  /// A call has got its response.
  ///
  /// - Parameter waiting: The number of calls that still wait for theirs.
  mutating func callEnded(waiting: Int) {
    guard case .draining(let status) = state, waiting == 0 else { return }
    state = .flushing(status: status)
  }

  /// All output was written at the end of a turn.
  mutating func outputWritten() -> Action {
    guard case .flushing(let status) = state else { return .none }
    return end(status)
  }

  /// A deadline has passed: waiting calls are refused now; after the second deadline unread output is
  /// dropped.
  mutating func deadlinePassed() -> Action {
    defer { deadlineHasPassed = true }
    switch state {
    case .serving:
      // Not all of the input could be taken before its end, because nobody reads the output.
      state = .draining(status: 1)
      return .refuseWaiting
    case .draining: return .refuseWaiting
    case .flushing:
      // The responses of the first deadline still have to be written and read.
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
