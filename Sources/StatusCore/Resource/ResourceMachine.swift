/// The fetching and polling of one resource as a state machine.
///
/// At most one flight is under way. Callers and polls that come meanwhile join it. A flight has up to
/// ``RetryPolicy/maxAttempts`` attempts. The owner starts attempts as the machine says and reports how they
/// end. Reports of an attempt of an earlier flight change nothing.
///
/// Every event brings the time. Everything that is due later is a date in the machine, and ``wakeAt`` is the
/// earliest date. The owner keeps one timer for it and calls
/// ``timePassed(at:fence:using:recording:)``. So no outdated timer can fire.
///
/// Chance and the ledger of failures are given to the events that need them.
package struct ResourceMachine: Sendable {
  package internal(set) var snapshot: ResourceSnapshot
  package internal(set) var policy: FetchPolicy
  /// The shape of the resource's values, for its failures.
  let shape: ResourceShape?
  /// The resource's options of the user's own, for failures to come.
  package var customOptions: [CustomOption] = []
  var flight: Flight?
  var schedule: PollSchedule
  /// The polling that the snapshot has, if it is another: polls for a wait are nobody else's.
  var shownPolling: PollingSettings?
  private var flightCount = 0
  /// How the source delivers values by itself; nil if it does not.
  package internal(set) var liveMode: LiveMode?
  /// The connection to a live source that the owner keeps open; nil for none.
  package internal(set) var connection: ConnectionID?
  var connectionCount = 0
  /// The uptime at which the value becomes stale by itself.
  var staleAt: Duration?
  /// The uptime of the fetch that brought or confirmed the value; nil once a later one has failed.
  var freshSince: Duration?
  /// The options that are being performed, by their failures.
  var runningOptions: [FailureID: RecoveryOptionID] = [:]

  /// Makes the machine of a resource that was never fetched and is not polled.
  ///
  /// - Parameters:
  ///   - liveMode: How the source delivers values by itself; nil if it does not.
  ///   - revision: The revision to go on from.
  package init(
    resource: ResourceID, shape: ResourceShape? = nil, policy: FetchPolicy = FetchPolicy(),
    liveMode: LiveMode? = nil, revision: Int = 0
  ) {
    self.shape = shape
    schedule = PollSchedule(interval: policy.polling.interval, pacing: policy.pacing)
    schedule.isReconnecting = liveMode == .insteadOfPolls
    self.liveMode = liveMode
    snapshot = ResourceSnapshot(resource: resource, interval: policy.polling.interval, revision: revision)
    self.policy = policy
  }

  /// Whether a flight is under way.
  package var isFetching: Bool {
    // Not `!= nil`, which copies the flight to compare it.
    if case .some = flight { true } else { false }
  }

  /// Whether anybody or anything depends on the machine: a flight, polling or a recovery.
  package var isInUse: Bool { isFetching || isPolled || !runningOptions.isEmpty }

  /// Whether polling is on.
  package var isPolled: Bool { schedule.isEnabled }

  /// The uptime of the next poll; nil while there is none, or one is under way.
  package var nextPoll: Duration? { schedule.next }

  /// The uptime at which the owner has to call ``timePassed(at:fence:using:recording:)``; nil for never.
  package var wakeAt: Duration? {
    // No array of the three, since this is asked after every event.
    Self.earlier(Self.earlier(flight?.wakeAt, schedule.next), staleAt)
  }

  private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
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
    guard flight?.waiters.contains(waiter) == true else { return .none }
    return change(at: now) { machine in
      machine.flight?.waiters.remove(waiter)
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

// MARK: The store

extension ResourceMachine {
  /// An earlier process has kept a value, which is stale; called while there is none.
  package mutating func restored(_ value: ResourceValue, fetchedAt: Timestamp, at now: Moment) {
    change(at: now) { machine in
      machine.snapshot.value = value
      machine.snapshot.updatedAt = fetchedAt
      machine.snapshot.isStale = true
      // A failure may be older than the value is late: a disk can be slow.
      if machine.snapshot.failure == nil { machine.snapshot.status = .loaded }
      machine.flight?.statusBefore = machine.snapshot.status
    }
  }

  /// The store could not write the value of the last fetch, which goes on being shown.
  ///
  /// A flight under way goes on; its own outcome says more.
  package mutating func writeFailed(with failure: Failure, at now: Moment) {
    guard flight == nil else { return }
    change(at: now) { $0.snapshot.show(failure) }
  }
}

// MARK: Publishing

extension ResourceMachine {
  /// Changes the machine and updates the snapshot, as one change with one revision.
  @discardableResult
  mutating func change<Result>(at now: Moment, _ body: (inout Self) -> Result) -> Result {
    let before = snapshot
    let result = body(&self)
    snapshot.show(flight, isOpening: isOpening)
    snapshot.failure = snapshot.failure.map { $0.offered(under: conditions(of: $0.id)) }
    snapshot.autoPolling = AutoPolling(schedule, shownAs: shownPolling, at: now)
    snapshot.raiseRevision(from: before)
    return result
  }
}
