/// What is recorded of a failure and never changes.
///
/// A class, since a failure is passed on dozens of times between its problem and its response, and every copy of the
/// strings in it would be counted.
final class FailureRecord: Sendable {
  let id: FailureID
  let entry: FailureCatalogue.Entry
  let problem: Problem
  /// Why, as sentences: made once, because that is much of what a failure costs.
  let words: Wording
  /// A suggestion that fits better than the catalogue's; nil for none.
  let ownSuggestion: Suggestion?
  /// What the daemon was doing; kept whole, since it is moved here and each of its parts would be copied.
  let context: FailureContext
  let possibleOptions: [RecoveryOption]

  /// - Parameter words: The reason as it may be shown; nil for that of the problem itself.
  init(
    _ problem: Problem, saying words: Wording?, id: FailureID, in context: consuming FailureContext,
    file: String?
  ) {
    self.id = id
    entry = FailureCatalogue[problem.kind]
    self.words = words ?? problem.explanation?.words ?? entry.words
    ownSuggestion = problem.suggestion(for: context.resource?.name, context.shape)
    possibleOptions = RecoveryPolicy.possibleOptions(for: problem, in: context, file: file)
    self.problem = problem
    self.context = context
  }

  /// The same failure as that of another operation.
  init(_ other: FailureRecord, of operation: Operation) {
    (id, entry, problem, words) = (other.id, other.entry, other.problem, other.words)
    ownSuggestion = other.ownSuggestion
    possibleOptions = other.possibleOptions
    var context = other.context
    context.operation = operation
    self.context = context
  }
}

extension FailureRecord {
  var operation: Operation? { context.operation }
  var resource: ResourceID? { context.resource }
  var presentation: Presentation { entry.isSilent ? .silent : context.presentation }
  var attempts: [Attempt] { context.attempts }
  var previousFailureID: FailureID? { context.previousFailureID }
  var occurredAt: Timestamp { context.at }
  var retryAt: Duration? { context.retryAt }
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
