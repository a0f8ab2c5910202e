/// What the daemon was doing when it met a problem.
package struct FailureContext: Hashable, Sendable {
  package var operation: Operation?
  package var resource: ResourceName?
  package var presentation: Presentation
  package var attempts: [Attempt]
  /// The failure whose recovery this was.
  package var previousFailureID: FailureID?
  /// Whether an earlier value of the resource can still be shown.
  package var hasValue: Bool
  /// Whether the resource is polled, so that it is tried again without anyone asking.
  package var isPolled: Bool
  package var at: Timestamp

  package init(
    operation: Operation? = nil, resource: ResourceName? = nil, presentation: Presentation = .alert,
    attempts: [Attempt] = [], previousFailureID: FailureID? = nil, hasValue: Bool = false,
    isPolled: Bool = false, at: Timestamp
  ) {
    self.operation = operation
    self.resource = resource
    self.presentation = presentation
    self.attempts = attempts
    self.previousFailureID = previousFailureID
    self.hasValue = hasValue
    self.isPolled = isPolled
    self.at = at
  }
}
