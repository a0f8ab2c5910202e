extension ResourceMachine {
  /// What the owner has to do after a failed attempt.
  package enum AttemptAction: Hashable, Sendable {
    /// Nothing: the next attempt begins after this time, which ``wakeAt`` includes.
    case wait(Duration)
    /// The flight has failed: put up the fence, and end the waits of its callers.
    case fail(FlightFailure)
    /// The flight has failed, but its waiters see that later, at a time that ``wakeAt`` includes. Put up the
    /// fence now.
    case hold(fence: Fence?)
  }

  /// An attempt failed.
  ///
  /// - Parameters:
  ///   - unkept: The value that the attempt has brought, if the store is why it failed.
  ///   - ledger: Records the failure of the flight.
  /// - Returns: Nil if the attempt belongs to an earlier flight or was ended before.
  package mutating func attemptFailed(
    _ id: AttemptID, with problem: Problem, showing unkept: UnkeptValue? = nil, at now: Moment,
    using chance: inout SplitMix64, recording ledger: inout FailureLedger
  ) -> AttemptAction? {
    guard let present = flight, present.attempt == id, present.isAttempting else { return nil }
    let attempts = attempts(endedBy: problem.kind, at: now)
    flight?.attempts = attempts
    flight?.unkept = unkept
    let wait = policy.retry.wait(
      afterAttempt: attempts.count, retryAfter: problem.retryAfter, using: &chance)
    let isImpatient = problem.retryAfter.map { $0 > RetryPolicy.longestPatience } ?? false
    // No attempt begins after the deadline: the last real error says more than a timeout.
    guard problem.isWorthRepeating, !isImpatient, attempts.count < present.maxAttempts,
      now.uptime + wait < present.deadline
    else {
      let fence = problem.retryAfter.map { Fence(end: now.uptime + $0, raisedBy: problem) }
      return end(
        with: problem, fence: isImpatient ? fence : nil, at: now, using: &chance, recording: &ledger)
    }
    change(at: now) { $0.flight?.phase = .waiting(until: now.uptime + wait) }
    return .wait(wait)
  }

  /// The flight fails because the time of its only waiter is over; the owner has ended the attempt.
  ///
  /// - Parameters:
  ///   - unkept: The value that the attempt has brought, if it was being written.
  ///   - ledger: Records the failure.
  /// - Returns: Nil if the waiter does not wait for the flight.
  package mutating func gaveUp(
    _ waiter: WaiterID, with problem: Problem, showing unkept: UnkeptValue? = nil, at now: Moment,
    using chance: inout SplitMix64, recording ledger: inout FailureLedger
  ) -> AttemptAction? {
    guard flight?.waiters.contains(waiter) == true else { return nil }
    let attempts = attempts(endedBy: problem.kind, at: now)
    flight?.attempts = attempts
    flight?.unkept = unkept
    return end(with: problem, fence: nil, at: now, using: &chance, recording: &ledger)
  }

  /// Ends a flight that failed: now, or when its waiters may see the failure.
  mutating func end(
    with problem: Problem, fence: Fence?, at now: Moment, using chance: inout SplitMix64,
    recording ledger: inout FailureLedger
  ) -> AttemptAction? {
    guard let present = flight else { return nil }
    let ending = Flight.Ending(problem: problem, fence: fence, date: now.uptime)
    guard !present.waiters.isEmpty, let holdUntil = present.holdUntil, holdUntil > now.uptime else {
      return .fail(land(present, ending, at: now, using: &chance, recording: &ledger))
    }
    change(at: now) { $0.flight?.phase = .holding(ending, until: holdUntil) }
    return .hold(fence: ending.fence)
  }

  /// All attempts of the flight, including the one under way as if it failed now with `kind`.
  func attempts(endedBy kind: FailureKind, at now: Moment) -> [Attempt] {
    let ended = flight?.attempts ?? []
    guard case .attempting(let start, _) = flight?.phase else { return ended }
    return ended + [Attempt(kind: kind, duration: now.uptime - start)]
  }
}

/// The end of a flight that succeeded.
package struct FlightSuccess: Hashable, Sendable {
  private let callers: Waiters

  fileprivate init(callers: Waiters) {
    self.callers = callers
  }

  /// The callers that waited, in order of arrival.
  package var waiters: [WaiterID] { callers.ids }
  /// Whether nobody waited.
  package var isOfPollAlone: Bool { callers.isEmpty }
  /// What the first of them had called, or the poll.
  package var operation: Operation { callers.requests.first?.operation ?? .autoPoll }
}

extension ResourceMachine {
  /// An attempt brought a value, and the flight is over.
  ///
  /// - Parameters:
  ///   - value: The new value; nil if the value of ``snapshot`` was confirmed (HTTP status 304), or came again. There
  ///     must be one then: the owner reports a confirmation without a value as a failure.
  ///   - freshFor: How long the server considers the value fresh.
  /// - Returns: Nil if the attempt belongs to an earlier flight or was ended before.
  package mutating func attemptSucceeded(
    _ id: AttemptID, with value: ResourceValue?, freshFor: Duration? = nil, at now: Moment,
    using chance: inout SplitMix64
  ) -> FlightSuccess? {
    guard let callers = callers(of: id) else { return nil }
    freshSince = now.uptime
    staleAt = policy.staleAfter.map { now.uptime + $0 }
    schedule.fetchSucceeded(freshFor: freshFor, at: now.uptime, using: &chance)
    change(at: now) { machine in
      precondition(value != nil || machine.snapshot.value != nil, "nothing was kept that could be unchanged")
      machine.flight = nil
      // A success ends every recovery.
      machine.runningOptions = [:]
      if let value { machine.snapshot.value = value }
      machine.snapshot.markFresh(at: now.time)
      machine.openAfterSuccess()
    }
    return FlightSuccess(callers: callers)
  }

  /// An attempt was told that there is no value, which is a success without one.
  ///
  /// - Returns: As for ``attemptSucceeded(_:with:freshFor:at:using:)``.
  package mutating func attemptFoundNothing(
    _ id: AttemptID, freshFor: Duration? = nil, at now: Moment, using chance: inout SplitMix64
  ) -> FlightSuccess? {
    guard let callers = callers(of: id) else { return nil }
    (staleAt, freshSince) = (nil, nil)
    schedule.fetchSucceeded(freshFor: freshFor, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      machine.runningOptions = [:]
      machine.snapshot.markEmpty()
      machine.openAfterSuccess()
    }
    return FlightSuccess(callers: callers)
  }

  /// Those who wait for an attempt that is under way; nil if it is not.
  private func callers(of attempt: AttemptID) -> Waiters? {
    guard flight?.isAttempting == true, flight?.attempt == attempt else { return nil }
    return flight?.waiters
  }
}
