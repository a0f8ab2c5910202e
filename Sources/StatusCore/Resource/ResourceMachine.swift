/// The fetching and polling of one resource as a state machine.
///
/// At most one flight is under way; who asks meanwhile joins it, polls too. A flight is up to three attempts.
/// The owner starts attempts as the machine says and reports how they end; what an earlier attempt reports is
/// out of date and changes nothing.
///
/// Time comes in with every event. Whatever is due at some later time is a date inside, and ``wakeAt`` is the
/// earliest: the owner keeps one timer for it and calls ``timePassed(at:fence:)``. So there is no timer of a
/// former life that could go off.
package struct ResourceMachine: Sendable {
  package internal(set) var snapshot: ResourceSnapshot
  package let policy: FetchPolicy
  var flight: Flight?
  var schedule: PollSchedule
  private var flightCount = 0
  /// The uptime at which the value becomes stale by itself.
  var staleAt: Duration?
  /// The options that are being performed, by the failure of each.
  var runningOptions: [FailureID: RecoveryOptionID] = [:]

  /// A resource that was never asked for; polling is off.
  package init(resource: ResourceName, policy: FetchPolicy = FetchPolicy()) {
    schedule = PollSchedule(interval: policy.polling.interval)
    snapshot = ResourceSnapshot(resource: resource, interval: policy.polling.interval)
    self.policy = policy
  }

  package var isFetching: Bool { flight != nil }

  /// Whether polling is on.
  package var isPolled: Bool { schedule.isEnabled }

  /// Who waits for the flight under way, in the order in which they came.
  package var waiters: [WaiterID] { flight?.waiters.map(\.id) ?? [] }

  /// The uptime at which the owner has to call ``timePassed(at:fence:)``; nil for never.
  package var wakeAt: Duration? {
    [flight?.wakeAt, schedule.next, staleAt].compactMap(\.self).min()
  }
}

// MARK: Asking

extension ResourceMachine {
  /// Someone asks for a fetch and waits for its end.
  ///
  /// - Parameter fence: What stands around the source, if anything does: a new fetch then fails as soon as the
  ///   owner looks at ``wakeAt``.
  /// - Returns: The attempt to start; nil when the flight under way is this caller's too.
  package mutating func fetchRequested(
    by waiter: WaiterID, _ request: FetchRequest = FetchRequest(), at now: Moment, fence: Fence? = nil
  ) -> AttemptID? {
    let policy = policy
    return change(at: now) { machine in
      if let run = request.recovering { machine.runningOptions[run.failure] = run.option }
      guard machine.flight != nil else {
        return machine.begin(at: now, fence: fence) { $0.join(waiter, request, policy, at: now) }
      }
      // A poll that somebody waits for is as patient as any fetch that somebody asked for.
      machine.flight?.maxAttempts = policy.retry.maxAttempts
      machine.flight?.join(waiter, request, policy, at: now)
      return nil
    }
  }

  /// What the owner has to do when a waiter has gone.
  package enum DepartureAction: Hashable, Sendable {
    case none
    /// Nobody wants the flight any more: end what is under way.
    case abort(FlightID)
  }

  /// A waiter wants no response any more.
  ///
  /// With the last one a flight ends that is no poll, and but for its revision the snapshot is what it was
  /// before.
  package mutating func waiterLeft(_ waiter: WaiterID, at now: Moment) -> DepartureAction {
    guard let index = waiters.firstIndex(of: waiter) else { return .none }
    return change(at: now) { machine in
      machine.flight?.waiters.remove(at: index)
      guard let left = machine.flight, left.waiters.isEmpty, !left.isPolled else { return .none }
      machine.flight = nil
      machine.snapshot.status = left.statusBefore
      return .abort(left.id)
    }
  }

  /// Begins a flight and its first attempt, or one that a fence ends; within a ``change(at:_:)``.
  ///
  /// - Parameter join: Has whoever wants it join, and so says how long it may take.
  mutating func begin(at now: Moment, fence: Fence? = nil, _ join: (inout Flight) -> Void) -> AttemptID? {
    flightCount += 1
    // Whoever joins makes the time longer.
    let phase: Flight.Phase =
      if let fence {
        .refused(fence.problem(at: now.uptime))
      } else {
        .attempting(at: now, policy, now.uptime)
      }
    var begun = Flight(
      id: FlightID(flightCount), phase: phase, maxAttempts: policy.retry.maxAttempts, deadline: now.uptime,
      statusBefore: snapshot.status)
    join(&begun)
    flight = begun
    return fence == nil ? begun.attempt : nil
  }
}

// MARK: Publishing

extension ResourceMachine {
  /// Does something to the machine and has the snapshot show it, as one change.
  @discardableResult
  mutating func change<Result>(at now: Moment, _ body: (inout Self) -> Result) -> Result {
    let before = snapshot
    let result = body(&self)
    snapshot.show(flight)
    snapshot.failure = snapshot.failure.map { $0.offered(under: conditions(of: $0.id)) }
    snapshot.autoPolling = AutoPolling(schedule, at: now)
    snapshot.raiseRevision(from: before)
    return result
  }
}
