import Reactor

@testable import StatusCore

/// What comes of attempts that fail, by the contract.
extension Simulation {
  /// Whether there is another attempt, where the next could come close to the deadline, the daemon will show.
  func attemptFailed(_ model: ResourceModel, _ problem: Problem) {
    guard var flight = model.flight else { return expect(false, "\(model.name) fails without a fetch") }
    flight.attempts.append(problem.kind)
    let count = flight.attempts.count
    let asked = problem.retryAfter ?? .zero
    let longest = min(Duration.milliseconds(200) * (1 << (count - 1)), .seconds(5))
    let canRepeat = isWorthRepeating(problem) && asked <= .seconds(5) && count < flight.maxAttempts
    let next = now + asked...now + max(longest, asked)
    let mustFail = !canRepeat || next.lowerBound >= flight.deadline
    let mustRepeat = canRepeat && next.upperBound < flight.deadline
    flight.phase = mustRepeat ? .waiting(next) : .undecided(problem, at: now, next: next)
    model.flight = flight
    if mustFail { flightFailed(model, problem) }
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
    expect(moment == now, "nobody has looked at \(model.name)")
    switch daemonPhase(of: model) {
    case .waiting?, .attempting?: model.flight?.phase = .waiting(next)
    case .refused?, .holding?, nil: flightFailed(model, problem)
    }
  }

  /// A fetch has failed now; whoever waits learns that when the least time is over that a fetch takes.
  func flightFailed(_ model: ResourceModel, _ problem: Problem) {
    guard let flight = model.flight else { return }
    if let after = problem.retryAfter, after > .seconds(5),
      fences[model.origin].map({ $0.end < now + after }) ?? true
    {
      fences[model.origin] = (now + after, problem.kind, problem.detail.status)
    }
    guard !flight.waiters.isEmpty, let until = flight.holdUntil, until > now else {
      return land(model, problem, failedAt: now)
    }
    model.flight?.phase = .holding(problem, failedAt: now, until: until)
  }

  /// A fetch that has failed is over for everyone at this one moment.
  func land(_ model: ResourceModel, _ problem: Problem, failedAt: Duration) {
    guard let flight = model.flight else { return }
    let failure =
      standing(model, problem)
      ?? record(
        origin(of: problem, model, flight.waiters, flight.attempts), failedAt: failedAt,
        showsValue: flight.unkept != nil)
    if let unkept = flight.unkept {
      model.fail(with: failure, showing: unkept, at: now)
    } else {
      model.fail(with: failure, problem, failedAt: failedAt, at: now)
    }
    end(flight.waiters, with: failure)
  }

  /// The failure of the poll before, if a poll that nobody waits for fails in the same way.
  private func standing(_ model: ResourceModel, _ problem: Problem) -> FailureModel? {
    guard model.flight?.waiters.isEmpty == true, let shown = model.failure,
      shown.origin.operation == "autoPoll", shown.kind == problem.kind,
      shown.origin.problem.detail == problem.detail
    else { return nil }
    return shown
  }

  func origin(
    of problem: Problem, _ model: ResourceModel, _ waiters: [WaiterModel], _ attempts: [FailureKind]
  ) -> FailureModel.Origin {
    var origin = FailureModel.Origin(resource: model, problem: problem)
    if let first = waiters.first { (origin.operation, origin.timeout) = (first.operation, first.timeout) }
    origin.previous = waiters.lazy.compactMap(\.recovering).first
    origin.attempts = attempts
    return origin
  }

  /// - Parameters:
  ///   - failedAt: When the fetch failed; nil for now.
  ///   - showsValue: Whether a value comes with it.
  func record(
    _ origin: FailureModel.Origin, failedAt: Duration? = nil, showsValue: Bool = false
  ) -> FailureModel {
    let isPoll = origin.operation == "autoPoll"
    let overValue: Presentation = isPoll ? .silent : .alert
    let presentation: Presentation = origin.resource.value == nil && !showsValue ? .inline : overValue
    let failure = FailureModel(origin, presentation, failedAt: failedAt ?? now)
    failures.append(failure)
    failureCount += 1
    firstFailure = firstFailure ?? failure
    if failures.count > 600 { failures.removeFirst(300) }
    return failure
  }

  func end(_ waiters: [WaiterModel], with failure: FailureModel) {
    for waiter in waiters {
      switch waiter.kind {
      case .call(let id): calls[id]?.expected = (.failure(failure), at: now)
      case .recovery(let recovery): ended(recovery, with: .failure(failure))
      }
    }
  }
}
