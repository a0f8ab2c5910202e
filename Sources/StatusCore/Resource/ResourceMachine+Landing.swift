/// The end of a flight that failed, which the ledger has recorded and the snapshot shows.
package struct FlightFailure: Hashable, Sendable {
  package let failure: Failure
  /// Whether a poll has failed as the one before it: the failure keeps its id and is not recorded again.
  package let isRepeated: Bool
  /// What the flight failed with; the failure may be that of an earlier poll.
  package let problem: Problem
  /// All attempts, in order.
  package let attempts: [Attempt]
  /// The callers that waited, in order of arrival.
  package let waiters: [WaiterID]
  /// Whether the value is shown that the last attempt has brought and the store could not keep.
  package let showsValue: Bool
  /// The fence to put up, if the server asks for a wait that is too long for a fetch.
  package let fence: Fence?
  /// The uptime at which the flight failed; it may have been held since.
  package let date: Duration

  /// Whether nobody waited, so that the failure is the poll's own.
  package var isOfPollAlone: Bool { waiters.isEmpty }
  /// Whether the source has cancelled the flight, as a scenario can script it: it counts as none.
  package var isCancellation: Bool { failure.kind == .requestCancelled }
}

extension ResourceMachine {
  /// Lands a flight that failed: its failure is recorded, or stands already, and the snapshot shows it.
  mutating func land(
    _ flight: Flight, _ ending: Flight.Ending, at now: Moment, using chance: inout SplitMix64,
    recording ledger: inout FailureLedger
  ) -> FlightFailure {
    let standing = standingFailure(of: flight, ending.problem, in: ledger)
    let failure = standing ?? ledger.record(ending.problem, in: context(of: flight, ending, at: now))
    let unkept = failure.kind == .requestCancelled ? nil : flight.unkept
    if failure.kind == .requestCancelled {
      cancelled(flight, at: now, using: &chance)
    } else if let unkept {
      failed(with: failure, showing: unkept, at: now, using: &chance)
    } else {
      failed(flight, with: failure, notBefore: ending.retryAt, at: now, using: &chance)
    }
    return FlightFailure(
      failure: failure, isRepeated: standing != nil, problem: ending.problem, attempts: flight.attempts,
      waiters: flight.waiters.ids, showsValue: unkept != nil, fence: ending.fence, date: ending.date)
  }

  /// The failure of the last poll, if this poll failed in the same way and the ledger still remembers it.
  private func standingFailure(
    of flight: Flight, _ problem: Problem, in ledger: FailureLedger
  ) -> Failure? {
    guard flight.waiters.isEmpty, let shown = snapshot.failure, shown.operation == .autoPoll,
      shown.isSame(as: problem), ledger.remembers(shown.id)
    else { return nil }
    return shown
  }

  private func context(of flight: Flight, _ ending: Flight.Ending, at now: Moment) -> FailureContext {
    let requests = flight.waiters.requests
    var context = context(
      // Without a caller the failure is the poll's own.
      requests.first?.operation ?? .autoPoll, attempts: flight.attempts,
      // The failure follows the one of the earliest recovery that still waits.
      recovering: requests.lazy.compactMap(\.recovering).first?.failure, kind: ending.problem.kind,
      isPoll: requests.isEmpty, showsValue: flight.unkept != nil, at: now)
    context.retryAt = ending.retryAt
    return context
  }

  /// What a failure of this resource is recorded with.
  ///
  /// - Parameters:
  ///   - recovering: The failure whose recovery failed.
  ///   - kind: The kind of the failure.
  ///   - isPoll: Whether nobody waits.
  ///   - showsValue: Whether a value is shown together with the failure, although there is none yet.
  package func context(
    _ operation: Operation, attempts: [Attempt] = [], recovering: FailureID? = nil, kind: FailureKind,
    isPoll: Bool = false, showsValue: Bool = false, at now: Moment
  ) -> FailureContext {
    var conditions = conditions
    conditions.hasValue = conditions.hasValue || showsValue
    return FailureContext(
      operation: operation, resource: snapshot.id, shape: shape,
      presentation: .of(kind, hasValue: conditions.hasValue, isPoll: isPoll), attempts: attempts,
      previousFailureID: recovering, conditions: conditions, customOptions: customOptions, at: now.time)
  }
}

// MARK: What the snapshot shows

extension ResourceMachine {
  /// The source has cancelled a flight: nothing is known that was not known before.
  private mutating func cancelled(_ landed: Flight, at now: Moment, using chance: inout SplitMix64) {
    schedule.fetchFailed(ofPoll: false, notBefore: nil, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      machine.snapshot.status = landed.statusBefore
    }
  }

  /// A flight failed; an earlier value is kept and is stale from now on.
  ///
  /// - Parameter date: The uptime from which the server may be asked again, if it said so.
  private mutating func failed(
    _ landed: Flight, with failure: Failure, notBefore date: Duration?, at now: Moment,
    using chance: inout SplitMix64
  ) {
    (staleAt, freshSince) = (nil, nil)
    schedule.fetchFailed(ofPoll: landed.isPolled, notBefore: date, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      machine.snapshot.show(failure)
      machine.snapshot.isStale = machine.snapshot.value != nil
    }
  }

  /// A flight has brought a value that the store could not keep: the value is shown, and the failure beside it.
  ///
  /// The source has responded, so polls go on at their interval.
  private mutating func failed(
    with failure: Failure, showing unkept: UnkeptValue, at now: Moment, using chance: inout SplitMix64
  ) {
    freshSince = unkept.date.uptime
    staleAt = policy.staleAfter.map { unkept.date.uptime + $0 }
    schedule.fetchSucceeded(freshFor: unkept.freshFor, at: now.uptime, using: &chance)
    change(at: now) { machine in
      machine.flight = nil
      if let value = unkept.value { machine.snapshot.value = value }
      machine.snapshot.markFresh(at: unkept.date.time)
      machine.snapshot.show(failure)
      machine.openAfterSuccess()
    }
  }
}
