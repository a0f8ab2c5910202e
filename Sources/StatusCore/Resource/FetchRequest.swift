/// What a caller wants of a fetch.
package struct FetchRequest: Hashable, Sendable {
  /// How long the caller waits for the whole of it; nil for as long as the policy says.
  package var timeout: Duration?
  /// How long it takes at least until the caller learns of a failure.
  package var minimum: Duration
  /// The recovery that asks, if it is one.
  package var recovering: RecoveryRun?

  package init(timeout: Duration? = nil, minimum: Duration = .zero, recovering: RecoveryRun? = nil) {
    self.timeout = timeout
    self.minimum = minimum
    self.recovering = recovering
  }
}

/// An option of a failure that is being performed.
package struct RecoveryRun: Hashable, Sendable {
  package let failure: FailureID
  package let option: RecoveryOptionID

  package init(failure: FailureID, option: RecoveryOptionID) {
    self.failure = failure
    self.option = option
  }
}
