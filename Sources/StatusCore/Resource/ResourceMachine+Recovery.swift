extension ResourceMachine {
  /// What decides which options of the resource's failures can work now, but for what is running.
  package var conditions: RecoveryConditions {
    RecoveryConditions(hasValue: snapshot.value != nil, isPolled: isPolled)
  }

  func conditions(of failure: FailureID) -> RecoveryConditions {
    var conditions = conditions
    conditions.running = runningOptions[failure]
    return conditions
  }

  /// An option of a failure is being performed: while it is, the failure offers `cancel` and that option.
  package mutating func recoveryBegan(_ run: RecoveryRun, at now: Moment) {
    change(at: now) { $0.runningOptions[run.failure] = run.option }
  }

  /// What was performed for a failure has ended, in whatever way.
  package mutating func recoveryEnded(_ id: FailureID, at now: Moment) {
    change(at: now) { $0.runningOptions[id] = nil }
  }

  /// Nobody wants to recover from a failure any more: where the snapshot shows it, it leaves.
  ///
  /// The fetch failed nevertheless: a value stays stale, and the schedule is what it was.
  package mutating func settle(_ id: FailureID, at now: Moment) {
    guard snapshot.failure?.id == id else { return }
    change(at: now) { machine in
      let status = machine.snapshot.value == nil ? ResourceStatus.idle : .loaded
      machine.snapshot.failure = nil
      machine.snapshot.status = status
      machine.flight?.statusBefore = status
    }
  }

  /// A recovery failed before it came to a fetch: its own failure takes the place of the one it was for.
  package mutating func replaceFailure(_ id: FailureID, with fresh: Failure, at now: Moment) {
    guard snapshot.failure?.id == id else { return }
    change(at: now) { $0.snapshot.failure = fresh }
  }
}
