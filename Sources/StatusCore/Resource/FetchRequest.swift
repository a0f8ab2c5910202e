/// What a caller of a fetch asks for.
package struct FetchRequest: Hashable, Sendable {
  /// What the caller called, with its own time-out for the whole fetch; nil there for the policy's.
  package var operation: Operation
  /// The shortest time until the caller sees a failure.
  package var minimum: Duration
  /// The recovery that fetches; nil for any other caller.
  package var recovering: RecoveryRun?

  package init(
    _ operation: Operation = .refresh, minimum: Duration = .zero, recovering: RecoveryRun? = nil
  ) {
    self.operation = operation
    self.minimum = minimum
    self.recovering = recovering
  }
}

/// A recovery option of a failure, while it is being performed.
package struct RecoveryRun: Hashable, Sendable {
  package let failure: FailureID
  package let option: RecoveryOptionID

  package init(failure: FailureID, option: RecoveryOptionID) {
    self.failure = failure
    self.option = option
  }
}
