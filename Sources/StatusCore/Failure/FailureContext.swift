/// What the daemon was doing when it met a problem.
package struct FailureContext: Hashable, Sendable {
  package var operation: Operation?
  package var resource: ResourceName?
  /// By ``Presentation/of(_:hasValue:isPoll:)`` for what was fetched; `alert` for what was only asked.
  package var presentation: Presentation
  package var attempts: [Attempt]
  /// The failure whose recovery this was.
  package var previousFailureID: FailureID?
  /// Under which the first options are offered.
  package var conditions: RecoveryConditions
  /// The configuration file that was read, where `openSettings` leads to.
  package var configurationFile: String?
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
