/// The fetching and polling of one resource as a state machine.
///
/// At most one flight is under way. Callers and polls that come meanwhile join it. A flight has up to
/// ``RetryPolicy/maxAttempts`` attempts. The owner starts attempts as the machine says and reports how they
/// end. Reports of an attempt of an earlier flight change nothing.
///
/// Every event brings the time. Everything that is due later is a date in the machine, and ``wakeAt`` is the
/// earliest date. The owner keeps one timer for it and calls ``timePassed(at:fence:)``. So no outdated timer
/// can fire.
package struct ResourceMachine: Sendable {
  package internal(set) var snapshot: ResourceSnapshot
  package let policy: FetchPolicy
  var flight: Flight?
  var schedule: PollSchedule
  private var flightCount = 0
  /// The uptime at which the value becomes stale by itself.
  var staleAt: Duration?
  /// The options that are being performed, by their failures.
  var runningOptions: [FailureID: RecoveryOptionID] = [:]

  /// Makes the machine of a resource that was never fetched and is not polled.
  package init(resource: ResourceName, policy: FetchPolicy = FetchPolicy()) {
    schedule = PollSchedule(interval: policy.polling.interval)
    snapshot = ResourceSnapshot(resource: resource, interval: policy.polling.interval)
    self.policy = policy
  }

  /// Whether a flight is under way.
  package var isFetching: Bool { flight != nil }

  /// Whether polling is on.
  package var isPolled: Bool { schedule.isEnabled }

  /// The waiters of the flight under way, in order of arrival.
  package var waiters: [WaiterID] { flight?.waiters.map(\.id) ?? [] }

  /// The uptime at which the owner has to call ``timePassed(at:fence:)``; nil for never.
  package var wakeAt: Duration? {
    [flight?.wakeAt, schedule.next, staleAt].compactMap(\.self).min()
  }
}

// MARK: Asking

extension ResourceMachine {
  /// A caller asks for a fetch and waits for its end.
  ///
  /// - Parameter fence: The fence around the source, if one stands. A new flight then fails at ``wakeAt``,
  ///   which is at once.
  /// - Returns: The attempt to start; nil if the caller has joined the flight under way or a fence stands.
  package mutating func fetchRequested(
    by waiter: WaiterID, _ request: FetchRequest = FetchRequest(), at now: Moment, fence: Fence? = nil
  ) -> AttemptID? {
    let policy = policy
    return change(at: now) { machine in
      if let run = request.recovering { machine.runningOptions[run.failure] = run.option }
      guard machine.flight != nil else {
        return machine.begin(at: now, fence: fence) { $0.join(waiter, request, policy, at: now) }
      }
      // A poll that a caller has joined gets all attempts, like any fetch that a caller asked for.
      machine.flight?.maxAttempts = policy.retry.maxAttempts
      machine.flight?.join(waiter, request, policy, at: now)
      return nil
    }
  }

  /// What the owner has to do after a waiter has left.
  package enum DepartureAction: Hashable, Sendable {
    case none
    /// Nobody wants the flight any more: end the attempt.
    case abort(FlightID)
  }

  /// A waiter has left.
  ///
  /// When the last one leaves, a flight that is not a poll ends. The snapshot is then as before the flight,
  /// except for its revision.
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

  /// Begins a flight with its first attempt, or one that a fence ends; called within ``change(at:_:)``.
  ///
  /// - Parameter join: Adds the first caller or poll to the flight, which sets its deadline.
  /// - Returns: The attempt to start; nil if a fence stands.
  mutating func begin(at now: Moment, fence: Fence? = nil, _ join: (inout Flight) -> Void) -> AttemptID? {
    flightCount += 1
    // The deadline is extended by whoever joins.
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
  /// Changes the machine and updates the snapshot, as one change with one revision.
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
