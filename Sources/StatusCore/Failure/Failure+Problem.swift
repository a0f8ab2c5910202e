extension Failure {
  /// Tells `problem` in the catalogue's words, but where it explains itself.
  init(_ problem: Problem, id: FailureID, in context: FailureContext) {
    let entry = FailureCatalogue[problem.kind]
    self.init(
      id: id,
      kind: problem.kind,
      operation: context.operation,
      resource: context.resource,
      title: entry.title,
      failureReason: problem.explanation ?? entry.failureReason,
      recoverySuggestion: entry.recoverySuggestion,
      presentation: context.presentation,
      isRetrySafe: entry.isRetrySafe,
      retryAfter: problem.retryAfter,
      options: RecoveryPolicy.options(for: problem, in: context),
      attempts: context.attempts,
      previousFailureID: context.previousFailureID,
      detail: problem.detail,
      occurredAt: context.at)
  }
}
