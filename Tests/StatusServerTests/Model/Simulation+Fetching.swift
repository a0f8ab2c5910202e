import EngineTestSupport
import Providers
import Reactor
import StatusCore

/// What happens to fetches, by the contract.
extension Simulation {
  /// Somebody asks for a fetch: begins one, joins the one under way, or is refused by a fence.
  func fetchRequested(_ model: ResourceModel, by waiter: WaiterModel, at moment: Duration? = nil) {
    let moment = moment ?? now
    if model.flight != nil {
      model.flight?.maxAttempts = 3
    } else if let fence = fence(around: model, at: moment) {
      model.begin(awaitsStart: false, at: moment)
      model.flight?.isRefused = true
      model.flight?.phase = .holding(
        problem(of: fence, at: moment), failedAt: moment, until: moment + FlightModel.minimum)
    } else {
      model.begin(awaitsStart: true, at: moment)
      model.flight?.isCalled = true
    }
    model.flight?.join(waiter, at: moment)
  }

  func fence(around model: ResourceModel, at moment: Duration) -> (
    end: Duration, kind: FailureKind, status: Int?
  )? {
    fences[model.origin].flatMap { $0.end > moment ? $0 : nil }
  }

  func problem(of fence: (end: Duration, kind: FailureKind, status: Int?), at moment: Duration) -> Problem {
    var problem = Problem(fence.kind, retryAfter: fence.end - moment)
    problem.detail.status = fence.status
    return problem
  }

  func attemptStarted(_ model: ResourceModel, isSecond: Bool) {
    catchUp(model)
    note("\(model.name) is asked")
    expect(!isSecond, "\(model.name) has two attempts under way")
    expect(fence(around: model, at: now) == nil, "\(model.name) is asked behind a fence")
    switch model.flight?.phase {
    case nil:
      let isDue = model.isPollDue(at: now, fenceEnd: fences[model.origin]?.end)
      expect(isDue, "\(model.name) is asked though nobody wants it")
      model.beginPoll(awaitsStart: false, at: now)
    case .attempting(let start)? where model.flight?.awaitsStart == true:
      expect(start == now, "\(model.name) is asked late")
      model.flight?.awaitsStart = false
      if model.flight?.isCalled == true { calledFetchStarted(model) }
    case .waiting(let range)?:
      expect(range.contains(now), "\(model.name) is asked again outside of \(range)")
      model.flight?.phase = .attempting(since: now)
    default: expect(false, "\(model.name) is asked while it is being asked")
    }
  }

  /// However fast somebody asks, a server that fails is asked once in the least time that a fetch takes.
  private func calledFetchStarted(_ model: ResourceModel) {
    calledFetches += 1
    let since = model.lastFailedCall.map { now - $0 }
    expect(since.map { $0 >= FlightModel.minimum } ?? true, "\(model.name) is asked too fast")
  }

  func attemptCancelled(_ model: ResourceModel) {
    note("\(model.name) is no longer asked")
    expect(model.flight == nil || isDraining, "an attempt of \(model.name) is ended that is wanted")
  }

  func attemptExpired(_ model: ResourceModel, _ problem: Problem) {
    catchUp(model)
    note("\(model.name) has taken too long")
    guard let flight = model.flight, case .attempting(let start) = flight.phase else {
      return expect(false, "\(model.name) expires without an attempt")
    }
    if flight.isForOneAlone, let only = flight.waiters.first, only.deadline <= now,
      only.timeout != nil || !flight.isAttemptOver(at: now)
    {
      model.flight?.attempts.append(problem.kind)
      return flightFailed(model, problem)
    }
    let end = min(start + .seconds(10), flight.deadline)
    expect(end == now, "\(model.name) expires at another time than \(end)")
    attemptFailed(model, problem)
  }

  /// A source is about to fail.
  func sourceFailed(_ model: ResourceModel, _ problem: Problem) {
    catchUp(model)
    note("\(model.name): \(problem.kind) \(problem.detail.status ?? 0) \(problem.retryAfter as Any)")
    attemptFailed(model, problem)
  }

  /// A source is about to say something.
  func sourceReplied(_ model: ResourceModel, _ content: SourceResponse.Content, freshFor: Duration?) {
    catchUp(model)
    note("\(model.name): \(content) \(freshFor as Any)")
    switch content {
    case .notModified where model.value == nil:
      var problem = Problem(.unexpectedStatus)
      problem.detail.url = "test:\(model.name)"
      attemptFailed(model, problem)
    case .value(let value) where value != model.value: brought(model, value, freshFor)
    default: brought(model, nil, freshFor)
    }
  }

  /// - Parameter value: Nil for the present one.
  private func brought(_ model: ResourceModel, _ value: ResourceValue?, _ freshFor: Duration?) {
    guard value != nil || !model.isKept, var problem = store.problem else {
      return succeeded(model, value, freshFor)
    }
    problem.detail.url = "test:\(model.name)"
    model.flight?.unkept = (value, freshFor, now)
    attemptFailed(model, problem)
  }

  private func succeeded(_ model: ResourceModel, _ value: ResourceValue?, _ freshFor: Duration?) {
    let waiters = model.flight?.waiters ?? []
    model.succeed(with: value, freshFor: freshFor, at: now)
    for failure in failures where failure.resource === model { failure.state = .settled }
    let waiting = recoveries.filter { $0.failure.resource === model && $0.isWaiting }
    for recovery in waiting { ended(recovery, with: .recovered(recovery.failure, recovery.option, model)) }
    for waiter in waiters {
      switch waiter.kind {
      case .call(let id): calls[id]?.expected = (.snapshot(model), at: now)
      case .recovery(let recovery):
        ended(recovery, with: .recovered(recovery.failure, recovery.option, model))
      }
    }
  }
}
