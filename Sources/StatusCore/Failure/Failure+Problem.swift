extension Failure {
  /// Reports `problem` in the catalogue's words, but where it explains itself.
  init(_ problem: Problem, id: FailureID, in context: FailureContext) {
    let entry = FailureCatalogue[problem.kind]
    let possible = RecoveryPolicy.possibleOptions(for: problem, in: context)
    self.init(
      id: id,
      kind: problem.kind,
      operation: context.operation,
      resource: context.resource,
      title: entry.title,
      failureReason: problem.explanation ?? entry.failureReason,
      recoverySuggestion: entry.recoverySuggestion,
      presentation: problem.kind.isAlwaysSilent ? .silent : context.presentation,
      isRetrySafe: entry.isRetrySafe,
      retryAfter: problem.retryAfter,
      possibleOptions: possible,
      options: RecoveryPolicy.offered(possible, for: problem.kind, under: context.conditions),
      attempts: context.attempts,
      previousFailureID: context.previousFailureID,
      detail: problem.detail,
      occurredAt: context.at)
  }
}
