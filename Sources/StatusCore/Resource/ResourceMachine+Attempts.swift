/// The end of a flight that failed.
///
/// The owner records it as a failure and reports that with ``ResourceMachine/failed(_:with:at:using:)``.
package struct FlightFailure: Hashable, Sendable {
  package let flight: FlightID
  package let problem: Problem
  /// All attempts, in order.
  package let attempts: [Attempt]
  /// Whether nobody waits, so that the failure is the poll's own.
  package let isOfPollAlone: Bool
  /// The fence to put up, if the server asks for a wait that is too long for a fetch.
  package let fence: Fence?
  /// The uptime at which the flight failed; it may have been held since.
  package let date: Duration

  /// The uptime from which the server may be asked again, if it said so.
  package var retryAt: Duration? { problem.retryAfter.map { date + $0 } }
}

extension ResourceMachine {
  /// What the owner has to do after a failed attempt.
  package enum AttemptAction: Hashable, Sendable {
    /// Nothing: the next attempt begins after this time, which ``wakeAt`` includes.
    case wait(Duration)
    /// The flight has failed: put up the fence and record the failure.
    case fail(FlightFailure)
    /// The flight has failed, but its waiters see that later, at a time that ``wakeAt`` includes. Put up the
    /// fence now.
    case hold(fence: Fence?)
  }

  /// An attempt failed.
  ///
  /// - Returns: Nil if the attempt belongs to an earlier flight or was ended before.
  package mutating func attemptFailed(
    _ id: AttemptID, with problem: Problem, at now: Moment, using chance: inout SplitMix64
  ) -> AttemptAction? {
    guard let present = flight, present.attempt == id, present.isAttempting else { return nil }
    let attempts = attempts(endedBy: problem.kind, at: now)
    flight?.attempts = attempts
    let wait = policy.retry.wait(
      afterAttempt: attempts.count, retryAfter: problem.retryAfter, using: &chance)
    let isImpatient = problem.retryAfter.map { $0 > RetryPolicy.longestPatience } ?? false
    // No attempt begins after the deadline: the last real error says more than a timeout.
    guard problem.isWorthRepeating, !isImpatient, attempts.count < present.maxAttempts,
      now.uptime + wait < present.deadline
    else {
      let fence = problem.retryAfter.map { Fence(end: now.uptime + $0, raisedBy: problem) }
      return end(with: problem, fence: isImpatient ? fence : nil, at: now)
    }
    change(at: now) { $0.flight?.phase = .waiting(until: now.uptime + wait) }
    return .wait(wait)
  }

  /// The flight fails because the time of its only waiter is over; the owner has ended the attempt.
  ///
  /// - Returns: Nil if the waiter does not wait for the flight.
  package mutating func gaveUp(
    _ waiter: WaiterID, with problem: Problem, at now: Moment
  ) -> AttemptAction? {
    guard flight?.waiters.contains(waiter) == true else { return nil }
    let attempts = attempts(endedBy: problem.kind, at: now)
    flight?.attempts = attempts
    return end(with: problem, fence: nil, at: now)
  }

  /// Ends a flight that failed: now, or when its waiters may see the failure.
  mutating func end(with problem: Problem, fence: Fence?, at now: Moment) -> AttemptAction? {
    guard let present = flight else { return nil }
    let ending = Flight.Ending(problem: problem, fence: fence, date: now.uptime)
    guard !present.waiters.isEmpty, let holdUntil = present.holdUntil, holdUntil > now.uptime else {
      return .fail(present.failure(ending))
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

// MARK: Landing

extension ResourceMachine {
  /// An attempt brought a value, and the flight is over.
  ///
  /// - Parameters:
  ///   - value: The new value; nil if the value of ``snapshot`` was confirmed (HTTP status 304). There must
  ///     be one then: the owner reports a confirmation without a value as a failure.
  ///   - freshFor: How long the server considers the value fresh.
  /// - Returns: The waiters, in order of arrival; nil if the attempt belongs to an earlier flight or was
  ///   ended before.
  package mutating func attemptSucceeded(
    _ id: AttemptID, with value: ResourceValue?, freshFor: Duration? = nil, at now: Moment,
    using chance: inout SplitMix64
  ) -> [WaiterID]? {
    guard let present = flight, present.attempt == id, present.isAttempting else { return nil }
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
    return present.waiters.ids
  }

  /// An attempt was told that there is no value, which is a success without one.
  ///
  /// - Returns: As for ``attemptSucceeded(_:with:freshFor:at:using:)``.
  package mutating func attemptFoundNothing(
    _ id: AttemptID, freshFor: Duration? = nil, at now: Moment, using chance: inout SplitMix64
  ) -> [WaiterID]? {
    guard let present = flight, present.attempt == id, present.isAttempting else { return nil }
    (staleAt, freshSince) = (nil, nil)
    schedule.fetchSucceeded(freshFor: freshFor, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      machine.runningOptions = [:]
      machine.snapshot.markEmpty()
      machine.openAfterSuccess()
    }
    return present.waiters.ids
  }

  /// The failure of the last poll, if this poll failed in the same way; it is not reported again and keeps
  /// its id.
  package func standingFailure(equalTo ended: FlightFailure) -> Failure? {
    guard ended.isOfPollAlone, let shown = snapshot.failure, shown.operation == .autoPoll,
      shown.isSame(as: ended.problem)
    else { return nil }
    return shown
  }

  /// The source has cancelled a flight, as a scenario can script it: nothing is known that was not known before.
  ///
  /// - Returns: The waiters, in order of arrival; nil if another flight is under way.
  package mutating func cancelled(
    _ ended: FlightFailure, at now: Moment, using chance: inout SplitMix64
  ) -> [WaiterID]? {
    guard let present = flight, present.id == ended.flight else { return nil }
    schedule.fetchFailed(ofPoll: false, notBefore: nil, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      machine.snapshot.status = present.statusBefore
    }
    return present.waiters.ids
  }

  /// A flight failed; an earlier value is kept and is stale from now on.
  ///
  /// - Parameter failure: The failure to show. It may be the standing failure of an earlier poll, so the
  ///   Retry-After is taken from `ended`.
  /// - Returns: The waiters, in order of arrival; nil if another flight is under way.
  package mutating func failed(
    _ ended: FlightFailure, with failure: Failure, at now: Moment, using chance: inout SplitMix64
  ) -> [WaiterID]? {
    guard let present = flight, present.id == ended.flight else { return nil }
    (staleAt, freshSince) = (nil, nil)
    schedule.fetchFailed(
      ofPoll: present.isPolled, notBefore: ended.retryAt, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      machine.snapshot.show(failure)
      machine.snapshot.isStale = machine.snapshot.value != nil
    }
    return present.waiters.ids
  }
}
