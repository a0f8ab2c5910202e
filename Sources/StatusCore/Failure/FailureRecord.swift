/// What is recorded of a failure and never changes.
///
/// A class, since a failure is passed on dozens of times between its problem and its response, and every copy of the
/// strings in it would be counted.
final class FailureRecord: Sendable {
  let id: FailureID
  let entry: FailureCatalogue.Entry
  let problem: Problem
  /// A suggestion that fits better than the catalogue's; nil for none.
  let ownSuggestion: Suggestion?
  let operation: Operation?
  let resource: ResourceID?
  let presentation: Presentation
  let possibleOptions: [RecoveryOption]
  let attempts: [Attempt]
  let previousFailureID: FailureID?
  let occurredAt: Timestamp
  let retryAt: Duration?

  init(_ problem: Problem, id: FailureID, in context: FailureContext, file: String?) {
    self.id = id
    entry = FailureCatalogue[problem.kind]
    self.problem = problem
    ownSuggestion = problem.suggestion(for: context.resource?.name, context.shape)
    operation = context.operation
    resource = context.resource
    presentation = entry.isSilent ? .silent : context.presentation
    possibleOptions = RecoveryPolicy.possibleOptions(for: problem, in: context, file: file)
    attempts = context.attempts
    previousFailureID = context.previousFailureID
    occurredAt = context.at
    retryAt = context.retryAt
  }

  /// The same failure as that of another operation.
  init(_ other: FailureRecord, of operation: Operation) {
    (id, entry, problem, ownSuggestion) = (other.id, other.entry, other.problem, other.ownSuggestion)
    self.operation = operation
    (resource, presentation, possibleOptions) = (other.resource, other.presentation, other.possibleOptions)
    (attempts, previousFailureID) = (other.attempts, other.previousFailureID)
    (occurredAt, retryAt) = (other.occurredAt, other.retryAt)
  }
}

extension FailureRecord: Hashable {
  /// Snapshots are compared after every event, and nearly always share their records.
  static func == (left: FailureRecord, right: FailureRecord) -> Bool {
    left === right
      || left.id == right.id && left.problem == right.problem && left.operation == right.operation
        && left.resource == right.resource && left.presentation == right.presentation
        && left.possibleOptions == right.possibleOptions && left.attempts == right.attempts
        && left.previousFailureID == right.previousFailureID && left.occurredAt == right.occurredAt
        && left.retryAt == right.retryAt
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}
