/// When a shared daemon ends, as a state machine (docs/protocol.md, section 9).
///
/// It leaves when nobody has needed it for a while, when its name is another's, or because of a signal. Then it takes no
/// new sessions, and ends when the last one has ended.
struct SharedLife: Hashable {
  enum Action: Hashable {
    case none
    /// Have ``idleTimePassed()`` called after the idle time.
    case startClock
    case stopClock
    /// Remove the name, take in whoever has connected by now, and no more.
    case leave
    /// The same, and drain every session.
    case drain
    /// End the process with status 0.
    case end
  }

  private(set) var isLeaving = false
  /// Whether whoever comes now is sent away.
  private(set) var isStopping = false
  private var hasLostName = false
  /// Connections that have not said yet what they are.
  private var arrivals = 0
  private var sessions = 0

  private var isEmpty: Bool { sessions == 0 && arrivals == 0 }

  mutating func arrived() { arrivals += 1 }

  /// A connection has turned out to be a session, or has ended before.
  mutating func arrivalEnded(asSession: Bool) -> Action {
    arrivals -= 1
    guard asSession else { return isLeaving && isEmpty ? .end : .none }
    sessions += 1
    return sessions == 1 && !isLeaving ? .stopClock : .none
  }

  mutating func sessionEnded() -> Action {
    sessions -= 1
    guard sessions == 0 else { return .none }
    if isLeaving { return isEmpty ? .end : .none }
    return hasLostName ? leave() : .startClock
  }

  /// Nobody had a session for the idle time.
  mutating func idleTimePassed() -> Action {
    sessions == 0 && !isLeaving ? leave() : .none
  }

  /// Whoever looks for the daemon's name does not find it any more: nobody new can come.
  mutating func nameWasLost() -> Action {
    hasLostName = true
    return sessions == 0 && !isLeaving ? leave() : .none
  }

  /// A signal asks for the end, or a client does.
  mutating func stopRequested() -> Action {
    guard !isStopping else { return .none }
    (isStopping, isLeaving) = (true, true)
    return .drain
  }

  /// What was to be done to leave is done.
  mutating func hasLeft() -> Action { isEmpty ? .end : .none }

  private mutating func leave() -> Action {
    isLeaving = true
    return .leave
  }
}
