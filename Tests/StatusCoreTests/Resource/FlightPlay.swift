@testable import StatusCore

/// What can happen to a flight, as a value.
enum FlightEvent: Hashable, Sendable {
  case ask(Int, timeout: Double? = nil, minimum: Double = 0)
  /// As above, with a fence around the source that stands so long.
  case askFenced(Int, minimum: Double, until: Double)
  case leave(Int)
  case succeed
  case fail(FailureKind = .offline, retryAfter: Double? = nil)
  case poll(Bool = true)
  /// The owner does everything that is due.
  case wake
}

/// What the owner of the machine does and sees, one after the other.
enum FlightOutcome: Hashable, Sendable {
  case start, join, abort, expire, wait, hold
  /// So many attempts were made.
  case timeOut(Int, attempts: Int)
  case giveUp(Int)
  case succeed([Int])
  case fail(FailureKind, [Int])
  case outOfDate
}

/// A machine of a menu with an owner that does as it says; times are seconds.
struct FlightPlay {
  var machine: ResourceMachine
  private var chance = SplitMix64(seed: 1)
  private var ids = FailureIDs()
  /// How each failure of a flight came out of the machine.
  private(set) var endings: [FlightFailure] = []
  /// What the owner was asked to raise.
  private(set) var fences: [Fence?] = []

  /// - Parameter attempts: How often a fetch is tried; there is no wait in between.
  init(attempts: Int = 1, total: Double = 30) {
    var policy = FetchPolicy()
    policy.retry.maxAttempts = attempts
    policy.retry.base = .zero
    policy.totalTimeout = Duration(nearest: total)
    machine = ResourceMachine(resource: .menu, policy: policy)
  }

  mutating func handle(_ event: FlightEvent, at seconds: Double) -> [FlightOutcome] {
    let now = Moment.after(Duration(nearest: seconds))
    switch event {
    case .ask(let waiter, let timeout, let minimum):
      let request = FetchRequest(
        timeout: timeout.map(Duration.init(nearest:)), minimum: Duration(nearest: minimum))
      return [machine.fetchRequested(by: WaiterID(waiter), request, at: now) == nil ? .join : .start]
    case .askFenced(let waiter, let minimum, let end):
      let fence = Fence(end: Duration(nearest: end), raisedBy: Problem(.tooManyRequests))
      let request = FetchRequest(minimum: Duration(nearest: minimum))
      return [
        machine.fetchRequested(by: WaiterID(waiter), request, at: now, fence: fence) == nil ? .join : .start
      ]
    case .leave(let waiter):
      return machine.waiterLeft(WaiterID(waiter), at: now) == .none ? [] : [.abort]
    case .succeed:
      let landed = machine.attemptSucceeded(newestAttempt, with: .menu(at: seconds), at: now, using: &chance)
      return [landed.map { .succeed($0.map(\.rawValue)) } ?? .outOfDate]
    case .fail(let kind, let retryAfter):
      let problem = Problem(kind, retryAfter: retryAfter.map(Duration.init(nearest:)))
      return perform(machine.attemptFailed(newestAttempt, with: problem, at: now, using: &chance), at: now)
    case .poll(let isEnabled):
      return [machine.setPolling(isEnabled, at: now) == nil ? .join : .start]
    case .wake:
      return wake(at: now)
    }
  }

  /// The attempt that was started last, whatever has become of it.
  private var newestAttempt: AttemptID {
    machine.flight?.attempt ?? AttemptID(flight: FlightID(0), number: 1)
  }

  private mutating func wake(at now: Moment) -> [FlightOutcome] {
    var outcomes: [FlightOutcome] = []
    while let due = machine.timePassed(at: now, fence: nil) { outcomes += perform(due, at: now) }
    return outcomes
  }

  private mutating func perform(_ due: ResourceMachine.DueAction, at now: Moment) -> [FlightOutcome] {
    switch due {
    case .start: return [.start]
    case .expire(let id):
      let action = machine.attemptFailed(id, with: Problem(.timeout), at: now, using: &chance)
      return [.expire] + perform(action, at: now)
    case .fail(let ended): return land(ended, at: now)
    case .timeOut(let waiter, let attempts): return [.timeOut(waiter.rawValue, attempts: attempts.count)]
    case .giveUp(let waiter):
      return [.giveUp(waiter.rawValue)]
        + perform(machine.gaveUp(waiter, with: Problem(.timeout), at: now), at: now)
    case .look: return []
    }
  }

  private mutating func perform(
    _ action: ResourceMachine.AttemptAction?, at now: Moment
  ) -> [FlightOutcome] {
    switch action {
    case .wait: return [.wait]
    case .hold(let fence):
      fences.append(fence)
      return [.hold]
    case .fail(let ended): return land(ended, at: now)
    case nil: return [.outOfDate]
    }
  }

  private mutating func land(_ ended: FlightFailure, at now: Moment) -> [FlightOutcome] {
    endings.append(ended)
    let failure = machine.standingFailure(equalTo: ended) ?? fresh(ended, at: now)
    let landed = machine.failed(ended, with: failure, at: now, using: &chance)
    return [landed.map { .fail(ended.problem.kind, $0.map(\.rawValue)) } ?? .outOfDate]
  }

  private mutating func fresh(_ ended: FlightFailure, at now: Moment) -> Failure {
    let hasValue = machine.snapshot.value != nil
    let context = FailureContext(
      operation: ended.isOfPollAlone ? .autoPoll : "refresh", resource: .menu,
      presentation: .of(ended.problem.kind, hasValue: hasValue, isPoll: ended.isOfPollAlone),
      attempts: ended.attempts, conditions: machine.conditions, at: now.time)
    return Failure(ended.problem, id: ids.next(), in: context)
  }
}

/// A line of a story: what happens at which second, and what comes of it.
struct FlightLine: Sendable {
  let at: Double
  let event: FlightEvent
  let outcomes: [FlightOutcome]

  init(_ at: Double, _ event: FlightEvent, _ outcomes: FlightOutcome...) {
    (self.at, self.event, self.outcomes) = (at, event, outcomes)
  }
}
