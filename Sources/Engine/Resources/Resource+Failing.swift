import Providers
import Reactor
import StatusCore

extension Resource {
  /// Does what the machine asks for after a failed attempt.
  func follow(_ action: ResourceMachine.AttemptAction?) {
    switch action {
    case .fail(let ended): landed(ended)
    case .hold(let fence?): environment.raise(fence, around: origin)
    case .hold, .wait, nil: break
    }
  }

  /// A flight has failed: the snapshot and every waiter show the failure at the same moment.
  ///
  /// If the server asked to be left alone, a fence goes up around it.
  func landed(_ ended: FlightFailure) {
    if let fence = ended.fence { environment.raise(fence, around: origin) }
    if ended.showsValue, let brought { show(brought.judgement, isKept: false) }
    endAttempt()
    log.failed(ended)
    reportChange()
    end(ended.waiters, with: .failure(ended.failure))
  }

  /// One caller's time-out has passed while others still wait.
  ///
  /// The caller gets a failure of its own, which the snapshot does not show.
  func timedOut(_ id: WaiterID, _ request: FetchRequest, _ attempts: [Attempt]) {
    // The response must not know of a revision that nobody was notified of.
    reportChange()
    let problem = Problem(.timeout).ofCaller(request.operation, source.address)
    let context = machine.context(
      request.operation, attempts: attempts, recovering: request.recovering?.failure, kind: .timeout,
      at: environment.now)
    end([id], with: .failure(environment.failures.record(problem, in: context)))
  }

  /// The time-out of the only caller has passed, so the fetch fails too.
  func gaveUp(_ id: WaiterID, _ request: FetchRequest) {
    let problem = expireAttempt().ofCaller(request.operation, source.address).escaped
    let now = environment.now
    follow(
      machine.gaveUp(
        id, with: problem, showing: brought?.unkept, at: now, using: &environment.chance,
        recording: &environment.failures.ledger))
  }

  /// Records the failure of a recovery that failed before it came to a fetch.
  func failure(of problem: Problem, recovering former: Failure) -> Failure {
    let context = machine.context(
      former.operation?.repeated ?? .refresh, recovering: former.id, kind: problem.kind,
      at: environment.now)
    return environment.failures.record(problem, in: context)
  }
}

// MARK: Recovering

extension Resource {
  /// A recovery begins that does not fetch at once.
  ///
  /// While it runs, the failure in the snapshot offers only that option and `cancel`.
  func recoveryBegan(_ run: RecoveryRun) {
    machine.recoveryBegan(run, at: environment.now)
    proceedLater()
  }

  /// A recovery has ended, so its failure offers all its options again.
  func recoveryEnded(_ id: FailureID) {
    machine.recoveryEnded(id, at: environment.now)
    proceedLater()
  }

  /// A failure is settled; if the snapshot shows it, the snapshot drops it.
  func settle(_ id: FailureID) {
    machine.settle(id, at: environment.now)
    proceedLater()
  }

  /// A recovery failed; the snapshot shows the new failure in place of the one to recover from.
  func replaceFailure(_ id: FailureID, with fresh: Failure) {
    machine.replaceFailure(id, with: fresh, at: environment.now)
    proceedLater()
  }
}

extension Problem {
  /// The time-out of a caller, with the details of how far the attempt got.
  fileprivate func ofCaller(_ operation: Operation, _ address: String) -> Problem {
    let limit = operation.timeout.map { " within \($0)" } ?? ""
    var problem = naming(address)
    problem.explanation = "\(operation.method) was not done\(limit)."
    return problem
  }
}
