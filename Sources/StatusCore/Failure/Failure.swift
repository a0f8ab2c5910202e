/// The id of a failure, unique in this process.
package struct FailureID: Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A failed attempt of a fetch.
package struct Attempt: Hashable, Sendable {
  package let kind: FailureKind
  /// From the start of the attempt to its failure.
  package let duration: Duration

  package init(kind: FailureKind, duration: Duration) {
    self.kind = kind
    self.duration = duration
  }
}

/// A failure as it is reported: what failed, why, and what can be done about it.
///
/// ``FailureLedger`` makes failures from problems.
package struct Failure: Error, Hashable, Sendable {
  package let id: FailureID
  package let kind: FailureKind
  /// The operation that failed; ``Operation/autoPoll`` for a poll that nobody waits for.
  package let operation: Operation?
  /// The resource that was fetched, or `location`; nil for a failed request.
  package let resource: ResourceName?
  /// What failed, without a full stop.
  package let title: String
  /// Why, as sentences.
  package let failureReason: String?
  /// What to do, as sentences.
  package let recoverySuggestion: String?
  package let presentation: Presentation
  /// Whether it can help to repeat the operation unchanged.
  package let isRetrySafe: Bool
  /// How long to wait before repeating it, if the server said so.
  package let retryAfter: Duration?
  /// The options that can work under some conditions, in the order of the options, without `showHelp`.
  let possibleOptions: [RecoveryOption]
  /// The options that can work now; the first is `cancel`.
  package internal(set) var options: [RecoveryOption]
  /// All failed attempts of the fetch, in order.
  package let attempts: [Attempt]
  /// The failure whose recovery failed with this one.
  package let previousFailureID: FailureID?
  package let detail: FailureDetail
  package let occurredAt: Timestamp
}

extension Failure {
  package var code: Int { kind.code }

  /// The anchor of the kind in docs/failures.md.
  package var helpAnchor: String { FailureCatalogue[kind].helpAnchor }

  /// The reason and the suggestion in one string; the title if there is neither.
  package var message: String {
    guard let failureReason else { return recoverySuggestion ?? title }
    guard let recoverySuggestion else { return failureReason }
    let endsSentence = failureReason.last.map { ".!?".contains($0) } ?? false
    return failureReason + (endsSentence ? " " : ". ") + recoverySuggestion
  }

  /// Whether `problem` is the same problem again.
  ///
  /// The same problem has the same kind and the same details, except for those that differ each time.
  package func isSame(as problem: Problem) -> Bool {
    kind == problem.kind && detail.lasting == problem.detail.lasting
  }
}

extension Failure {
  /// Makes a failure from a problem, with the catalogue's sentences and the problem's own explanation if it
  /// has one.
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

/// Makes the ids of failures: f1, f2 and so on.
///
/// All ledgers of a process share one, so ids are unique.
package struct FailureIDs: Hashable, Sendable {
  private var count = 0

  package init() {}

  package mutating func next() -> FailureID {
    count += 1
    return FailureID(rawValue: "f\(count)")
  }
}

/// How a client should show a failure.
package enum Presentation: String, Sendable {
  /// In addition to the value, after an action of the user.
  case alert
  /// In place of the value, because there is none to show.
  case inline
  /// Not at all, because nobody waits for the outcome.
  case silent
}

extension Presentation {
  /// How a failure of a fetch or of the location should be shown.
  ///
  /// | kind | without a value | over a value |
  /// |---|---|---|
  /// | `requestCancelled`, `shuttingDown` | silent | silent |
  /// | any other, of a poll that nobody waits for | inline | silent |
  /// | any other | inline | alert |
  package static func of(_ kind: FailureKind, hasValue: Bool, isPoll: Bool) -> Presentation {
    if kind.isAlwaysSilent { return .silent }
    guard hasValue else { return .inline }
    return isPoll ? .silent : .alert
  }
}

extension FailureKind {
  /// Whether the client expects the failure, because it cancelled the request or ended the daemon itself.
  var isAlwaysSilent: Bool { self == .requestCancelled || self == .shuttingDown }
}
