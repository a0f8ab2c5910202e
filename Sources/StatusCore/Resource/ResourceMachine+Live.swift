/// Live sources: they deliver over a connection that is open while polling is wanted.
///
/// ``ResourceMachine/connection`` is the connection that the owner keeps open. It is opened when a poll is due and
/// closed when polling is switched off. A delivery is the outcome of the attempt under way, or of a poll that
/// begins and ends with it. So there is still at most one attempt.
///
/// | event | what follows |
/// |---|---|
/// | ``delivered(over:at:)`` | the value ends the flight under way, a failure that is held included |
/// | ``reported(over:at:)`` | a poll's failure; the connection stays open |
/// | ``lost(_:pause:at:)`` | a poll's failure; the schedule says when to open again |
/// | ``ended(_:at:)`` | nothing more until polling is switched on anew |
extension ResourceMachine {
  /// The resource has another source; the connection to the former one is closed, and no wait that it caused goes on.
  package mutating func sourceChanged(to mode: LiveMode?, at now: Moment) {
    change(at: now) { machine in
      machine.connection = nil
      machine.liveMode = mode
      machine.schedule.isReconnecting = mode == .insteadOfPolls
      machine.schedule.resume(at: now.uptime)
      machine.schedule.forgetFailures(at: now.uptime)
      if case .waiting = machine.flight?.phase { machine.flight?.phase = .waiting(until: now.uptime) }
    }
  }

  /// Opens the connection if there is none and the source is live; called within ``change(at:_:)``.
  mutating func open() {
    guard let liveMode, connection == nil else { return }
    connectionCount += 1
    connection = ConnectionID(connectionCount)
    if liveMode == .insteadOfPolls { schedule.suspend() }
  }

  /// Opens the connection at once after a fetch that succeeded: the source works again.
  mutating func openAfterSuccess() {
    if liveMode == .insteadOfPolls, schedule.isEnabled, !schedule.isSuspended { open() }
  }

  /// Whether a connection is open that has not brought anything to show yet.
  var isOpening: Bool { connection != nil && liveMode == .insteadOfPolls }
}

// MARK: Deliveries

extension ResourceMachine {
  /// The source has delivered a value.
  ///
  /// It is newer than what the attempt under way can bring, so the owner ends that attempt and reports the value in
  /// its place.
  ///
  /// - Returns: The attempt that the value ends; nil if the connection was closed before.
  package mutating func delivered(over id: ConnectionID, at now: Moment) -> AttemptID? {
    guard connection == id else { return nil }
    let policy = policy
    return change(at: now) { machine in
      guard var present = machine.flight else { return machine.beginDelivery(at: now) }
      present.joinPoll(policy, at: now)
      if !present.isAttempting {
        present.maxAttempts = max(present.maxAttempts, present.attempts.count + 1)
        present.attempt(at: now, policy)
      }
      machine.flight = present
      return present.attempt
    }
  }

  /// The source has reported a problem, and its connection stays open.
  ///
  /// - Returns: The attempt that fails; nil if the connection was closed before, or between two attempts of a fetch,
  ///   whose outcome says more.
  package mutating func reported(over id: ConnectionID, at now: Moment) -> AttemptID? {
    guard connection == id else { return nil }
    return change(at: now) { $0.attemptToFail(at: now) }
  }

  /// The connection was lost.
  ///
  /// - Parameter pause: The pause that the server asks for, in place of the interval.
  /// - Returns: As for ``reported(over:at:)``.
  package mutating func lost(_ id: ConnectionID, pause: Duration? = nil, at now: Moment) -> AttemptID? {
    guard connection == id else { return nil }
    return change(at: now) { machine in
      machine.connection = nil
      machine.schedule.connectionLost(pause: pause)
      return machine.attemptToFail(at: now)
    }
  }

  /// The source has ended the connection for good: it is not opened again until polling is switched on anew.
  package mutating func ended(_ id: ConnectionID, at now: Moment) {
    guard connection == id else { return }
    change(at: now) { $0.connection = nil }
  }

  /// The attempt under way, or that of a poll which begins now; nil between two attempts.
  private mutating func attemptToFail(at now: Moment) -> AttemptID? {
    guard var present = flight else { return beginDelivery(at: now) }
    present.joinPoll(policy, at: now)
    flight = present
    return present.isAttempting ? present.attempt : nil
  }

  /// Begins a poll of a single attempt, which the delivery ends.
  private mutating func beginDelivery(at now: Moment) -> AttemptID? {
    let policy = policy
    return begin(at: now) { flight in
      flight.joinPoll(policy, at: now)
      flight.maxAttempts = 1
    }
  }
}
