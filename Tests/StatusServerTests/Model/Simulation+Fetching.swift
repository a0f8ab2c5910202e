import Providers
import Reactor
import StatusCore

@testable import StatusServer

/// What happens to fetches, by the contract.
extension Simulation {
  /// Somebody asks for a fetch: begins one, joins the one under way, or is refused by a fence.
  func fetchRequested(_ model: ResourceModel, by waiter: WaiterModel, at moment: Duration? = nil) {
    let moment = moment ?? now
    let deadline = moment + (waiter.timeout ?? .seconds(30))
    if model.flight != nil {
      model.flight?.waiters.append(waiter)
      model.flight?.maxAttempts = 3
      model.flight?.extend(to: deadline...deadline)
    } else if let fence = fence(around: model, at: moment) {
      let problem = Problem(fence.kind, retryAfter: fence.end - moment)
      let failure = record(problem, of: model, waiters: [waiter], attempts: [])
      model.standing = nil
      model.fail(with: failure, retryAfter: problem.retryAfter, at: moment...moment)
      tell([waiter], failure)
    } else {
      model.begin(deadline: deadline, awaitsStart: true, at: moment)
      model.flight?.waiters = [waiter]
    }
  }

  func fence(around model: ResourceModel, at moment: Duration) -> (end: Duration, kind: FailureKind)? {
    fences[model.origin].flatMap { $0.end > moment ? $0 : nil }
  }

  func attemptStarted(_ model: ResourceModel, isSecond: Bool) {
    catchUp()
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
    case .waiting(let range)?:
      expect(range.contains(now), "\(model.name) is asked again outside of \(range)")
      model.flight?.phase = .attempting(since: now)
    default: expect(false, "\(model.name) is asked while it is being asked")
    }
  }

  func attemptCancelled(_ model: ResourceModel) {
    note("\(model.name) is no longer asked")
    expect(model.flight == nil || isDraining, "an attempt of \(model.name) is ended that is wanted")
  }

  func attemptExpired(_ model: ResourceModel, _ problem: Problem) {
    catchUp()
    note("\(model.name) has taken too long")
    guard let flight = model.flight, case .attempting(let start) = flight.phase else {
      return expect(false, "\(model.name) expires without an attempt")
    }
    if let only = flight.waiters.first, flight.waiters.count == 1, !flight.isPolled, only.timesOutAt == now {
      model.flight?.attempts.append(problem.kind)
      return flightFailed(model, problem, at: now...now)
    }
    let limit = start + .seconds(10)
    let end = min(limit, flight.deadline.lowerBound)...min(limit, flight.deadline.upperBound)
    expect(end.contains(now), "\(model.name) expires outside of \(end)")
    attemptFailed(model, problem)
  }

  /// A source is about to fail.
  func sourceFailed(_ model: ResourceModel, _ problem: Problem) {
    catchUp()
    note("\(model.name): \(problem.kind) \(problem.detail.status ?? 0) \(problem.retryAfter as Any)")
    attemptFailed(model, problem)
  }

  /// A source is about to say something.
  func sourceReplied(_ model: ResourceModel, _ content: SourceReply.Content, freshFor: Duration?) {
    catchUp()
    note("\(model.name): \(content) \(freshFor as Any)")
    switch content {
    case .notModified where model.value == nil:
      var problem = Problem(.unexpectedStatus)
      problem.detail.url = "test:\(model.name)"
      attemptFailed(model, problem)
    case .value(let value) where value != model.value:
      if var problem = store.refusal {
        problem.detail.url = "test:\(model.name)"
        return attemptFailed(model, problem)
      }
      succeeded(model, value, freshFor)
    default: succeeded(model, nil, freshFor)
    }
  }

  private func succeeded(_ model: ResourceModel, _ value: ResourceValue?, _ freshFor: Duration?) {
    let waiters = model.flight?.waiters ?? []
    model.succeed(with: value, freshFor: freshFor, at: now)
    for failure in failures where failure.resource === model { failure.state = .settled }
    let waiting = recoveries.filter { $0.failure.resource === model && $0.isPreparing }
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

// MARK: Failing

extension Simulation {
  /// Whether there is another attempt, where the next could come close to the deadline, the daemon will show.
  private func attemptFailed(_ model: ResourceModel, _ problem: Problem) {
    guard var flight = model.flight else { return expect(false, "\(model.name) fails without a fetch") }
    flight.attempts.append(problem.kind)
    let count = flight.attempts.count
    let asked = problem.retryAfter ?? .zero
    let longest = min(Duration.milliseconds(200) * (1 << (count - 1)), .seconds(5))
    let wait = asked...max(longest, asked)
    let canRepeat = isWorthRepeating(problem) && asked <= .seconds(5) && count < flight.maxAttempts
    let next = now + wait.lowerBound...now + wait.upperBound
    let mustFail = !canRepeat || next.lowerBound >= flight.deadline.upperBound
    let mustRepeat = canRepeat && next.upperBound < flight.deadline.lowerBound
    flight.phase = mustRepeat ? .waiting(next) : .undecided(problem, at: now, next: next)
    model.flight = flight
    if mustFail { flightFailed(model, problem, at: now...now) }
  }

  private func isWorthRepeating(_ problem: Problem) -> Bool {
    switch problem.detail.status {
    case 408, 425, 429, 500, 502, 503, 504: return true
    case let status? where status >= 400: return false
    default: break
    }
    let kinds: [FailureKind] = [
      .hostNotFound, .cannotConnect, .connectionLost, .timeout, .secureConnectionFailed, .badServerResponse,
      .tooManyRequests, .serverError, .serviceUnavailable,
    ]
    return kinds.contains(problem.kind)
  }

  /// Looks at what the daemon has made of an attempt that failed.
  func decide(_ model: ResourceModel) {
    guard case .undecided(let problem, let moment, let next)? = model.flight?.phase else { return }
    let daemon = resource(of: model)
    // It may have waited, and met a fence.
    let fence = moment < now ? fence(around: model, at: next.lowerBound) : nil
    let hasWaited = fence.map { $0.kind == daemon.snapshot.failure?.kind } ?? false
    if now <= next.upperBound, daemon.machine.isFetching || hasWaited {
      model.flight?.phase = .waiting(next)
    } else {
      flightFailed(model, problem, at: moment...moment)
    }
  }

  func flightFailed(_ model: ResourceModel, _ problem: Problem, at moment: ClosedRange<Duration>) {
    guard let flight = model.flight else { return }
    let after = problem.retryAfter
    if let after, after > .seconds(5),
      fences[model.origin].map({ $0.end < moment.upperBound + after }) ?? true
    {
      fences[model.origin] = (moment.upperBound + after, problem.kind)
    }
    let isSilent = flight.waiters.isEmpty
    let isSame =
      isSilent && model.standing.map { $0.kind == problem.kind && $0.detail == problem.detail } ?? false
    let failure: FailureModel
    if isSame, let standing = model.failure {
      failure = standing
    } else {
      failure = record(
        problem, of: model, waiters: flight.waiters, attempts: flight.attempts, isSilent: isSilent)
    }
    model.standing = isSilent ? problem : nil
    model.fail(with: failure, retryAfter: after, at: moment)
    tell(flight.waiters, failure)
  }

  func record(
    _ problem: Problem, of model: ResourceModel, waiters: [WaiterModel], attempts: [FailureKind],
    isSilent: Bool = false
  ) -> FailureModel {
    let failure = FailureModel(
      of: model, problem, timeout: waiters.first?.timeout,
      previous: waiters.lazy.compactMap(\.recovering).first, attempts: attempts,
      presentation: isSilent ? .silent : model.value == nil ? .inline : .alert, at: now)
    failures.append(failure)
    if failures.count > 600 { failures.removeFirst(300) }
    return failure
  }

  func tell(_ waiters: [WaiterModel], _ failure: FailureModel) {
    for waiter in waiters {
      switch waiter.kind {
      case .call(let id): expect(.failure(failure), of: id)
      case .recovery(let recovery): ended(recovery, with: .failure(failure))
      }
    }
  }

  /// What a call will be answered with; a failure not before the least time that a request takes.
  func expect(_ expected: CallModel.Expected, of id: Int) {
    guard let call = calls[id] else { return }
    var moment = now
    if case .failure = expected { moment = max(now, call.admitted + .milliseconds(300)) }
    calls[id]?.expected = (expected, at: moment)
  }
}
