/// What the daemon was doing when a problem occurred.
package struct FailureContext: Hashable, Sendable {
  package var operation: Operation?
  package var resource: ResourceName?
  /// How to show the failure, from ``Presentation/of(_:hasValue:isPoll:)`` for a fetch; `alert` for a
  /// request.
  package var presentation: Presentation
  package var attempts: [Attempt]
  /// The failure to recover from, if a recovery failed.
  package var previousFailureID: FailureID?
  /// The conditions that decide which options the failure offers at first.
  package var conditions: RecoveryConditions
  /// The path of the configuration file, to which `openSettings` leads.
  package var configurationFile: String?
  /// When the problem occurred.
  package var at: Timestamp

  package init(
    operation: Operation? = nil, resource: ResourceName? = nil, presentation: Presentation = .alert,
    attempts: [Attempt] = [], previousFailureID: FailureID? = nil,
    conditions: RecoveryConditions = RecoveryConditions(), configurationFile: String? = nil, at: Timestamp
  ) {
    self.operation = operation
    self.resource = resource
    self.presentation = presentation
    self.attempts = attempts
    self.previousFailureID = previousFailureID
    self.conditions = conditions
    self.configurationFile = configurationFile
    self.at = at
  }
}
