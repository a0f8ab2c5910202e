import Logging
import Providers
import Reactor
import StatusCore

extension Resource {
  /// What follows from an attempt that failed.
  func follow(_ action: ResourceMachine.AttemptAction?) {
    switch action {
    case .fail(let ended): fail(ended)
    case .hold(let fence?): environment.raise(fence, around: origin)
    case .hold, .wait, nil: break
    }
  }

  /// A flight has failed: snapshot, waits and joiners see it at this one moment, and a server that wants to be
  /// left alone is.
  func fail(_ ended: FlightFailure) {
    let now = environment.now
    if let fence = ended.fence { environment.raise(fence, around: origin) }
    let failure = failure(of: ended)
    endAttempt()
    let landed = machine.failed(ended, with: failure, at: now, using: &environment.chance)
    reportChange()
    end(landed ?? [], with: .failure(failure))
  }

  /// The failure that is reported: a new one, or the one that an outage goes on with.
  private func failure(of ended: FlightFailure) -> Failure {
    if let standing = machine.standingFailure(equalTo: ended), environment.failures.remembers(standing.id) {
      logRepeated(standing)
      return standing
    }
    let present = machine.waiters.compactMap { waiters[$0] }
    let context = context(
      // Nobody's call: it is the poll's own.
      present.first?.operation ?? .autoPoll, attempts: ended.attempts,
      // Whoever still waits by `retry`, the earliest, has the failure that this one follows.
      recovering: present.lazy.compactMap(\.recovering).first, kind: ended.problem.kind,
      isPoll: ended.isOfPollAlone)
    return environment.failures.record(ended.problem, in: context)
  }

  /// The caller's own time is over, and others go on: it has a failure of its own, which the resource does not
  /// show.
  func timedOut(_ id: WaiterID, _ attempts: [Attempt]) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    // The response must not know of a revision that nobody was notified of.
    reportChange()
    let problem = Problem(.timeout).ofCaller(waiter.operation, source.address)
    let context = context(
      waiter.operation, attempts: attempts, recovering: waiter.recovering, kind: .timeout, isPoll: false)
    waiter.ticket.end(with: .failure(environment.failures.record(problem, in: context)))
  }

  /// The only caller's own time is over, and takes the fetch with it.
  func gaveUp(_ id: WaiterID) {
    guard let waiter = waiters[id] else { return }
    let problem = expireAttempt().ofCaller(waiter.operation, source.address)
    follow(machine.gaveUp(id, with: problem, at: environment.now))
  }

  /// A recovery failed before it came to a fetch: the failure of that, which the resource shows from now on in
  /// the place of the former.
  func failure(of problem: Problem, recovering former: Failure) -> Failure {
    let operation = former.operation?.repeated ?? Operation("refresh")
    let context = context(
      operation, attempts: [], recovering: former.id, kind: problem.kind, isPoll: false)
    return environment.failures.record(problem, in: context)
  }

  private func context(
    _ operation: Operation, attempts: [Attempt], recovering: FailureID?, kind: FailureKind, isPoll: Bool
  ) -> FailureContext {
    FailureContext(
      operation: operation, resource: name,
      presentation: .of(kind, hasValue: conditions.hasValue, isPoll: isPoll), attempts: attempts,
      previousFailureID: recovering, conditions: conditions, at: environment.failures.now)
  }
}

// MARK: Recovering

extension Resource {
  /// A recovery of a failure begins that does not fetch at once; while it runs, the snapshot offers nothing
  /// else.
  func recoveryBegan(_ run: RecoveryRun) {
    machine.recoveryBegan(run, at: environment.now)
    proceedLater()
  }

  func recoveryEnded(_ id: FailureID) {
    machine.recoveryEnded(id, at: environment.now)
    proceedLater()
  }

  /// A failure is settled: it leaves the snapshot, if it is the one that is shown.
  func settle(_ id: FailureID) {
    machine.settle(id, at: environment.now)
    proceedLater()
  }

  /// The recovery of a failure failed with another: that is shown in its place.
  func replaceFailure(_ id: FailureID, with fresh: Failure) {
    machine.replaceFailure(id, with: fresh, at: environment.now)
    proceedLater()
  }
}

// MARK: The log

extension Resource {
  /// An attempt failed that is repeated: nothing to report, but of use to who looks for what is slow.
  func logAttempt(_ id: AttemptID, _ problem: Problem, repeatedAfter wait: Duration) {
    environment.logger.debug(
      "attempt failed",
      metadata: [
        "resource": "\(name)", "attempt": "\(id.number)", "kind": "\(problem.kind.rawValue)",
        "repeatedAfter": "\(wait.seconds) s",
      ])
  }

  func logSuccess(_ id: AttemptID, _ landed: [WaiterID], after duration: Duration) {
    environment.logger.debug(
      "fetched",
      metadata: [
        "resource": "\(name)",
        "operation": "\((landed.first.flatMap { waiters[$0] }?.operation ?? .autoPoll).method)",
        "attempts": "\(id.number)", "duration": "\(duration.seconds) s",
      ])
  }

  /// A poll failed as the one before it did.
  private func logRepeated(_ failure: Failure) {
    environment.logger.debug(
      "failed again",
      metadata: [
        "resource": "\(name)", "kind": "\(failure.kind.rawValue)", "failureId": "\(failure.id.rawValue)",
      ])
  }
}

extension Problem {
  /// A timeout that is the caller's own, with what it says of how far the attempt got.
  fileprivate func ofCaller(_ operation: Operation, _ address: String) -> Problem {
    let limit = operation.timeout.map { " within \($0)" } ?? ""
    var problem = naming(address)
    problem.explanation = "\(operation.method) was not done\(limit)."
    return problem
  }
}
