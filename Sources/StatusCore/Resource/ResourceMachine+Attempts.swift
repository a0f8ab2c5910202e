/// How a flight ended that failed: what the owner makes a failure of and reports with
/// ``ResourceMachine/failed(_:with:at:using:)``.
package struct FlightFailure: Hashable, Sendable {
  package let flight: FlightID
  package let problem: Problem
  /// Every attempt, in order.
  package let attempts: [Attempt]
  /// Nobody waits: the failure is the poll's own.
  package let isOfPollAlone: Bool
  /// The uptime until which the server wants to be left alone, where that is too long to be waited out.
  package let fence: Fence?
}

extension ResourceMachine {
  /// What follows when an attempt has failed.
  package enum AttemptAction: Hashable, Sendable {
    /// The next attempt begins after this time, when the owner looks at ``wakeAt``.
    case wait(Duration)
    /// The flight has failed; the owner raises the failure's fence.
    case fail(FlightFailure)
    /// The flight has failed, and whoever waits learns it later, when the owner looks at ``wakeAt``. The owner
    /// raises the fence now.
    case hold(fence: Fence?)
  }

  /// An attempt failed.
  ///
  /// - Returns: nil when the attempt is out of date.
  package mutating func attemptFailed(
    _ id: AttemptID, with problem: Problem, at now: Moment, using chance: inout SplitMix64
  ) -> AttemptAction? {
    guard let present = flight, present.attempt == id, present.isAttempting else { return nil }
    let attempts = attempts(endedBy: problem.kind, at: now)
    flight?.attempts = attempts
    let wait = policy.retry.wait(
      afterAttempt: attempts.count, retryAfter: problem.retryAfter, using: &chance)
    let isImpatient = problem.retryAfter.map { $0 > RetryPolicy.longestPatience } ?? false
    // What cannot be over by the deadline is not begun: the last real error says more than a timeout.
    guard problem.isWorthRepeating, !isImpatient, attempts.count < present.maxAttempts,
      now.uptime + wait < present.deadline
    else {
      let fence = problem.retryAfter.map { Fence(end: now.uptime + $0, raisedBy: problem) }
      return end(with: Flight.Ending(problem: problem, fence: isImpatient ? fence : nil), at: now)
    }
    change(at: now) { $0.flight?.phase = .waiting(until: now.uptime + wait) }
    return .wait(wait)
  }

  /// The flight fails because the time of its only waiter is over; the owner has ended what was under way.
  ///
  /// - Returns: nil when the waiter is none of the flight's.
  package mutating func gaveUp(
    _ waiter: WaiterID, with problem: Problem, at now: Moment
  ) -> AttemptAction? {
    guard waiters.contains(waiter) else { return nil }
    let attempts = attempts(endedBy: problem.kind, at: now)
    flight?.attempts = attempts
    return end(with: Flight.Ending(problem: problem, fence: nil), at: now)
  }

  /// The flight fails: now, or when whoever waits may learn it.
  mutating func end(with ending: Flight.Ending, at now: Moment) -> AttemptAction? {
    guard let present = flight else { return nil }
    guard !present.waiters.isEmpty, let holdUntil = present.holdUntil, holdUntil > now.uptime else {
      return .fail(present.failure(ending))
    }
    change(at: now) { $0.flight?.phase = .holding(ending, until: holdUntil) }
    return .hold(fence: ending.fence)
  }

  /// Every attempt of the flight, the one under way as if it ended now in this way.
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
  ///   - value: nil for the news that it is still the one of ``snapshot`` (HTTP status 304). A source that says
  ///     so where nothing was kept has failed, and its owner reports that.
  ///   - freshFor: For how long the server says that asking again is of no use.
  /// - Returns: Who waited, in the order in which they came; nil when the attempt is out of date.
  package mutating func attemptSucceeded(
    _ id: AttemptID, with value: ResourceValue?, freshFor: Duration? = nil, at now: Moment,
    using chance: inout SplitMix64
  ) -> [WaiterID]? {
    guard let present = flight, present.attempt == id, present.isAttempting else { return nil }
    staleAt = policy.staleAfter.map { now.uptime + $0 }
    schedule.fetchSucceeded(freshFor: freshFor, at: now.uptime, using: &chance)
    change(at: now) { machine in
      precondition(value != nil || machine.snapshot.value != nil, "nothing was kept that could be unchanged")
      machine.flight = nil
      // A success is all that a recovery is for.
      machine.runningOptions = [:]
      if let value { machine.snapshot.value = value }
      machine.snapshot.markFresh(at: now.time)
    }
    return present.waiters.map(\.id)
  }

  /// The failure that the last poll ended with, if this one is no other: it is reported once, and keeps its id.
  package func standingFailure(equalTo ended: FlightFailure) -> Failure? {
    guard ended.isOfPollAlone, let shown = snapshot.failure, shown.operation == .autoPoll,
      shown.isSame(as: ended.problem)
    else { return nil }
    return shown
  }

  /// A flight failed; an earlier value is kept and is stale from now on.
  ///
  /// - Parameter failure: What the snapshot shows: it may be the one of an earlier poll, whose Retry-After has passed.
  /// - Returns: Who waited, in the order in which they came; nil when the flight is out of date.
  package mutating func failed(
    _ ended: FlightFailure, with failure: Failure, at now: Moment, using chance: inout SplitMix64
  ) -> [WaiterID]? {
    guard let present = flight, present.id == ended.flight else { return nil }
    staleAt = nil
    schedule.fetchFailed(
      ofPoll: present.isPolled, retryAfter: ended.problem.retryAfter, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      machine.snapshot.status = .failed
      machine.snapshot.failure = failure
      machine.snapshot.isStale = machine.snapshot.value != nil
    }
    return present.waiters.map(\.id)
  }
}
