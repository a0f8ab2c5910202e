import Reactor
import StatusCore

// What recoveries, and what the store finds, change of a resource.

extension Resource {
  /// A recovery begins that does not fetch at once.
  ///
  /// While it runs, the failure in the snapshot offers only that option and `cancel`.
  func recoveryBegan(_ run: RecoveryRun) {
    update { $0.recoveryBegan(run, at: $1) }
  }

  /// A recovery has ended, so its failure offers all its options again.
  func recoveryEnded(_ id: FailureID) {
    update { $0.recoveryEnded(id, at: $1) }
  }

  /// A failure is settled; if the snapshot shows it, the snapshot drops it.
  func settle(_ id: FailureID) {
    update { $0.settle(id, at: $1) }
  }

  /// A recovery failed; the snapshot shows the new failure in place of the one to recover from.
  func replaceFailure(_ id: FailureID, with fresh: Failure) {
    update { $0.replaceFailure(id, with: fresh, at: $1) }
  }

  /// Records the failure of a recovery that failed before it came to a fetch.
  func failure(of problem: Problem, recovering former: Failure) -> Failure {
    let context = machine.context(
      former.operation?.repeated ?? .refresh, recovering: former.id, kind: problem.kind,
      at: environment.now)
    return environment.failures.record(problem, in: context)
  }
}

// MARK: The store

extension Resource {
  /// Shows a value that an earlier process has kept, unless this one has fetched one meanwhile.
  func restored(_ restored: RestoredValue) {
    guard snapshot.value == nil else { return }
    intake.restored(with: restored.validators)
    update { $0.restored(restored.value, fetchedAt: restored.fetchedAt, at: $1) }
  }

  /// A value was accepted, and the disk has refused it since.
  func writeFailed(_ problem: Problem) {
    intake.writeFailed()
    guard !machine.isFetching, snapshot.failure == nil else { return }
    let context = machine.context(.autoPoll, kind: problem.kind, isPoll: true, at: environment.now)
    let failure = environment.failures.record(problem.naming(intake.address), in: context)
    update { $0.writeFailed(with: failure, at: $1) }
  }
}
