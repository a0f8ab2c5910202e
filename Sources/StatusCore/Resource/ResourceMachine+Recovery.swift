extension ResourceMachine {
  /// The conditions of the resource's failures, without what is being performed.
  package var conditions: RecoveryConditions {
    RecoveryConditions(hasValue: snapshot.value != nil, isPolled: isPolled)
  }

  /// The conditions of one failure, with what is being performed for it.
  func conditions(of failure: FailureID) -> RecoveryConditions {
    var conditions = conditions
    conditions.running = runningOptions[failure]
    return conditions
  }

  /// A recovery begins; while it runs, its failure offers only that option and `cancel`.
  package mutating func recoveryBegan(_ run: RecoveryRun, at now: Moment) {
    change(at: now) { $0.runningOptions[run.failure] = run.option }
  }

  /// A recovery has ended, with whatever outcome.
  package mutating func recoveryEnded(_ id: FailureID, at now: Moment) {
    change(at: now) { $0.runningOptions[id] = nil }
  }

  /// A failure is settled; if the snapshot shows it, the snapshot drops it.
  ///
  /// A stale value stays stale, and the schedule does not change, because the fetch did fail. A value that the store
  /// could not keep is as fresh as it was.
  package mutating func settle(_ id: FailureID, at now: Moment) {
    guard snapshot.failure?.id == id else { return }
    change(at: now) { machine in
      let status = machine.snapshot.value == nil ? ResourceStatus.idle : .loaded
      machine.snapshot.failure = nil
      machine.snapshot.status = status
      machine.flight?.statusBefore = status
    }
  }

  /// A recovery failed before it came to a fetch; its failure replaces the one to recover from in the
  /// snapshot.
  package mutating func replaceFailure(_ id: FailureID, with fresh: Failure, at now: Moment) {
    guard snapshot.failure?.id == id else { return }
    change(at: now) { $0.snapshot.failure = fresh }
  }
}
