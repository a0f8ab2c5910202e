/// What the daemon was doing when a problem occurred.
package struct FailureContext: Hashable, Sendable {
  package var operation: Operation?
  package var resource: ResourceID?
  /// The shape of the resource.
  package var shape: ResourceShape?
  /// How to show the failure, from ``Presentation/of(_:hasValue:isPoll:)`` for a fetch; `alert` for a
  /// request.
  package var presentation: Presentation
  package var attempts: [Attempt]
  /// The failure to recover from, if a recovery failed.
  package var previousFailureID: FailureID?
  /// The conditions that decide which options the failure offers at first.
  package var conditions: RecoveryConditions
  /// The resource's options of the user's own.
  package var customOptions: [CustomOption]
  /// When the problem occurred.
  package var at: Timestamp
  /// The uptime from which the server may be asked again; nil if it did not say so.
  package var retryAt: Duration?

  package init(
    operation: Operation? = nil, resource: ResourceID? = nil, shape: ResourceShape? = nil,
    presentation: Presentation = .alert, attempts: [Attempt] = [], previousFailureID: FailureID? = nil,
    conditions: RecoveryConditions = RecoveryConditions(), customOptions: [CustomOption] = [],
    at: Timestamp
  ) {
    self.operation = operation
    self.resource = resource
    self.shape = shape
    self.presentation = presentation
    self.attempts = attempts
    self.previousFailureID = previousFailureID
    self.conditions = conditions
    self.customOptions = customOptions
    self.at = at
  }
}
