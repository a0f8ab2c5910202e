import Providers
import Reactor
import StatusCore

// What ends: attempts, flights, and the waits of callers.

extension Resource {
  /// The outcome of an attempt is known.
  func ended(_ id: AttemptID, _ outcome: Intake.Outcome) {
    proceed {
      switch outcome {
      case .success(let brought): succeeded(id, with: brought)
      case .failure(let problem): failed(id, with: problem)
      }
    }
  }

  private func succeeded(_ id: AttemptID, with brought: Brought) {
    let (judgement, now) = (brought.judgement, brought.date)
    let freshFor = judgement.reception.freshFor
    let success = update { machine, _ in
      judgement.isEmpty
        ? machine.attemptFoundNothing(id, freshFor: freshFor, at: now, using: &environment.chance)
        : machine.attemptSucceeded(
          id, with: judgement.value, freshFor: freshFor, at: now, using: &environment.chance)
    } then: { success in
      guard let success else { return }
      log.attemptSucceeded(id, from: intake.source, isNew: !judgement.isConfirmation)
      intake.shown(judgement, isKept: true)
      log.succeeded(id, with: judgement.reception, success)
      environment.failures.ledger.resourceSucceeded(self.id)
    }
    guard let success else { return }
    environment.observers.succeeded(self.id)
    end(success.waiters, with: .success(snapshot))
  }

  private func failed(_ id: AttemptID, with problem: Problem) {
    let problem = intake.failed(with: problem).escaped
    let unkept = intake.unkept
    let action = update { machine, now in
      machine.attemptFailed(
        id, with: problem, showing: unkept, at: now, using: &environment.chance,
        recording: &environment.failures.ledger)
    } then: { action in
      log.attemptFailed(id, from: intake.source, with: problem, then: action)
      prepare(action)
    }
    if case .fail(let ended) = action { finish(ended) }
  }

  /// Does what is due, before the change is reported.
  func prepare(_ due: ResourceMachine.DueAction?) {
    switch due {
    case .start(let id): start(id)
    case .fail(let ended): land(ended)
    case .expire, .timeOut, .giveUp, .look, nil: break
    }
  }

  /// Does the rest of it.
  func finish(_ due: ResourceMachine.DueAction) {
    switch due {
    case .expire(let id): if let problem = intake.expire() { failed(id, with: problem) }
    case .fail(let ended): finish(ended)
    case .timeOut(let id, let request, let attempts): timedOut(id, request, attempts)
    case .giveUp(let id, let request): gaveUp(id, request)
    case .start, .look: break
    }
  }
}

// MARK: Flights that failed

extension Resource {
  /// Does what the machine asks for after a failed attempt, before the change is reported.
  private func prepare(_ action: ResourceMachine.AttemptAction?) {
    switch action {
    case .fail(let ended): land(ended)
    case .hold(let fence?): environment.raise(fence, around: origin)
    case .hold, .wait, nil: break
    }
  }

  /// A flight has failed; if the server asked to be left alone, a fence goes up around it.
  private func land(_ ended: FlightFailure) {
    if let fence = ended.fence { environment.raise(fence, around: origin) }
    if ended.showsValue { intake.shownUnkept() }
    intake.cancel()
    log.failed(ended)
  }

  /// Every caller sees the failure at the moment at which the snapshot shows it.
  private func finish(_ ended: FlightFailure) {
    if !ended.isCancellation { environment.observers.failed(id, with: ended.failure) }
    end(ended.waiters, with: .failure(ended.failure))
  }

  /// One caller's time-out has passed while others still wait.
  ///
  /// The caller gets a failure of its own, which the snapshot does not show.
  private func timedOut(_ id: WaiterID, _ request: FetchRequest, _ attempts: [Attempt]) {
    let problem = Problem(.timeout).ofCaller(request.operation, intake.address)
    let context = machine.context(
      request.operation, attempts: attempts, recovering: request.recovering?.failure, kind: .timeout,
      at: environment.now)
    end([id], with: .failure(environment.failures.record(problem, in: context)))
  }

  /// The time-out of the only caller has passed, so the fetch fails too.
  private func gaveUp(_ id: WaiterID, _ request: FetchRequest) {
    let problem = intake.expireNow().ofCaller(request.operation, intake.address).escaped
    let unkept = intake.unkept
    let action = update { machine, now in
      machine.gaveUp(
        id, with: problem, showing: unkept, at: now, using: &environment.chance,
        recording: &environment.failures.ledger)
    } then: {
      prepare($0)
    }
    if case .fail(let ended) = action { finish(ended) }
  }
}

extension Problem {
  /// The time-out of a caller, with the details of how far the attempt got.
  fileprivate func ofCaller(_ operation: Operation, _ address: String) -> Problem {
    var problem = naming(address)
    problem.explanation = .request(.late(method: operation.method, limit: operation.timeout))
    return problem
  }
}
