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
  /// The owner has the time of a caller end, whether it waits or not.
  case giveUp(Int)
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
  private(set) var ledger = FailureLedger()
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
    handle(event, Moment.after(Duration(nearest: seconds)))
  }

  private mutating func handle(_ event: FlightEvent, _ now: Moment) -> [FlightOutcome] {
    switch event {
    case .ask(let waiter, let timeout, let minimum):
      let request = FetchRequest(
        Operation("refresh", timeout: timeout.map(Duration.init(nearest:))),
        minimum: Duration(nearest: minimum))
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
      let value = ResourceValue.menu(at: now.uptime / .seconds(1))
      let landed = machine.attemptSucceeded(
        newestAttempt, with: value == machine.snapshot.value ? nil : value, at: now, using: &chance)
      return [landed.map { .succeed($0.waiters.map(\.rawValue)) } ?? .outOfDate]
    case .fail(let kind, let retryAfter):
      let problem = Problem(kind, retryAfter: retryAfter.map(Duration.init(nearest:)))
      return fail(newestAttempt, with: problem, at: now)
    case .poll(let isEnabled):
      return [machine.setPolling(isEnabled, at: now) == nil ? .join : .start]
    case .wake:
      return wake(at: now)
    case .giveUp(let waiter):
      return perform(
        machine.gaveUp(
          WaiterID(waiter), with: Problem(.timeout), at: now, using: &chance, recording: &ledger))
    }
  }

  /// The attempt that was started last, whatever has become of it.
  private var newestAttempt: AttemptID {
    machine.flight?.attempt ?? AttemptID(flight: FlightID(0), number: 1)
  }

  private mutating func wake(at now: Moment) -> [FlightOutcome] {
    var outcomes: [FlightOutcome] = []
    while let due = machine.timePassed(at: now, fence: nil, using: &chance, recording: &ledger) {
      outcomes += perform(due, at: now)
    }
    return outcomes
  }

  private mutating func perform(_ due: ResourceMachine.DueAction, at now: Moment) -> [FlightOutcome] {
    switch due {
    case .start: return [.start]
    case .expire(let id): return [.expire] + fail(id, with: Problem(.timeout), at: now)
    case .fail(let ended): return landed(ended)
    case .timeOut(let waiter, _, let attempts):
      return [.timeOut(waiter.rawValue, attempts: attempts.count)]
    case .giveUp(let waiter, _): return [.giveUp(waiter.rawValue)] + handle(.giveUp(waiter.rawValue), now)
    case .look: return []
    }
  }

  private mutating func fail(_ id: AttemptID, with problem: Problem, at now: Moment) -> [FlightOutcome] {
    perform(machine.attemptFailed(id, with: problem, at: now, using: &chance, recording: &ledger))
  }

  private mutating func perform(_ action: ResourceMachine.AttemptAction?) -> [FlightOutcome] {
    switch action {
    case .wait: return [.wait]
    case .hold(let fence):
      fences.append(fence)
      return [.hold]
    case .fail(let ended): return landed(ended)
    case nil: return [.outOfDate]
    }
  }

  private mutating func landed(_ ended: FlightFailure) -> [FlightOutcome] {
    endings.append(ended)
    return [.fail(ended.problem.kind, ended.waiters.map(\.rawValue))]
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
