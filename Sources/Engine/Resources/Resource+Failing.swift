import Logging
import Providers
import Reactor
import StatusCore

extension Resource {
  /// Does what the machine asks for after a failed attempt.
  func follow(_ action: ResourceMachine.AttemptAction?) {
    switch action {
    case .fail(let ended): fail(ended)
    case .hold(let fence?): environment.raise(fence, around: origin)
    case .hold, .wait, nil: break
    }
  }

  /// A flight has failed: the snapshot and every waiter show the failure at the same moment.
  ///
  /// If the server asked to be left alone, a fence goes up around it.
  func fail(_ ended: FlightFailure) {
    if let fence = ended.fence { environment.raise(fence, around: origin) }
    let failure = failure(of: ended)
    let brought = brought
    endAttempt()
    let landed = land(ended, with: failure, showing: brought)
    reportChange()
    end(landed ?? [], with: .failure(failure))
  }

  /// - Parameter brought: The value, where the store alone is why the flight has failed.
  private func land(
    _ ended: FlightFailure, with failure: Failure, showing brought: Brought?
  ) -> [WaiterID]? {
    let now = environment.now
    guard failure.kind != .requestCancelled else {
      return machine.cancelled(ended, at: now, using: &environment.chance)
    }
    recordFailure(ended)
    guard let brought else {
      return machine.failed(ended, with: failure, at: now, using: &environment.chance)
    }
    let judgement = brought.judgement
    let unkept = UnkeptValue(judgement.value, freshFor: judgement.reception.freshFor, at: brought.date)
    show(judgement, isKept: false)
    return machine.failed(ended, with: failure, showing: unkept, at: now, using: &environment.chance)
  }

  /// The failure to report: the standing one while an outage lasts, otherwise a new one.
  private func failure(of ended: FlightFailure) -> Failure {
    if let standing = machine.standingFailure(equalTo: ended), environment.failures.remembers(standing.id) {
      logRepeated(standing)
      return standing
    }
    let present = machine.waiters.compactMap { waiters[$0] }
    var context = context(
      // Without a caller the failure is the poll's own.
      present.first?.operation ?? .autoPoll, attempts: ended.attempts,
      // The failure follows the one of the earliest recovery that still waits.
      recovering: present.lazy.compactMap(\.recovering).first, kind: ended.problem.kind,
      isPoll: ended.isOfPollAlone, showsValue: brought != nil)
    context.retryAt = ended.retryAt
    return environment.failures.record(ended.problem, in: context)
  }

  /// One caller's time-out has passed while others still wait.
  ///
  /// The caller gets a failure of its own, which the snapshot does not show.
  func timedOut(_ id: WaiterID, _ attempts: [Attempt]) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    // The response must not know of a revision that nobody was notified of.
    reportChange()
    let problem = Problem(.timeout).ofCaller(waiter.operation, source.address)
    let context = context(
      waiter.operation, attempts: attempts, recovering: waiter.recovering, kind: .timeout, isPoll: false)
    waiter.ticket.end(with: .failure(environment.failures.record(problem, in: context)))
  }

  /// The time-out of the only caller has passed, so the fetch fails too.
  func gaveUp(_ id: WaiterID) {
    guard let waiter = waiters[id] else { return }
    let problem = expireAttempt().ofCaller(waiter.operation, source.address)
    follow(machine.gaveUp(id, with: problem, at: environment.now))
  }

  /// Records the failure of a recovery that failed before it came to a fetch.
  func failure(of problem: Problem, recovering former: Failure) -> Failure {
    let operation = former.operation?.repeated ?? .refresh
    let context = context(
      operation, attempts: [], recovering: former.id, kind: problem.kind, isPoll: false)
    return environment.failures.record(problem, in: context)
  }

  /// - Parameter showsValue: Whether a value is shown together with the failure.
  func context(
    _ operation: Operation, attempts: [Attempt], recovering: FailureID?, kind: FailureKind, isPoll: Bool,
    showsValue: Bool = false
  ) -> FailureContext {
    var conditions = conditions
    conditions.hasValue = conditions.hasValue || showsValue
    return FailureContext(
      operation: operation, resource: id, shape: shape,
      presentation: .of(kind, hasValue: conditions.hasValue, isPoll: isPoll), attempts: attempts,
      previousFailureID: recovering, conditions: conditions, customOptions: customOptions.offered,
      at: environment.failures.now)
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

// MARK: The log

extension Resource {
  func logSuccess(_ id: AttemptID, _ landed: [WaiterID], after duration: Duration) {
    environment.logger.debug(
      "fetched",
      metadata: [
        "resource": "\(name)",
        "operation": "\((landed.first.flatMap { waiters[$0] }?.operation ?? .autoPoll).method)",
        "attempts": "\(id.number)", "duration": "\(duration.seconds) s",
      ])
  }

  /// Logs a poll that failed like the one before it.
  private func logRepeated(_ failure: Failure) {
    environment.logger.debug(
      "failed again",
      metadata: [
        "resource": "\(name)", "kind": "\(failure.kind.rawValue)", "failureId": "\(failure.id.rawValue)",
      ])
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
