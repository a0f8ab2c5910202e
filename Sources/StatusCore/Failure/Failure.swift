/// The name of a failure, unique in this process.
package struct FailureID: Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// One attempt of a fetch that failed.
package struct Attempt: Hashable, Sendable {
  package let kind: FailureKind
  package let duration: Duration

  package init(kind: FailureKind, duration: Duration) {
    self.kind = kind
    self.duration = duration
  }
}

/// A failure as it is reported: what failed, why, and what can be done about it.
///
/// ``FailureLedger`` makes them.
package struct Failure: Error, Hashable, Sendable {
  package let id: FailureID
  package let kind: FailureKind
  /// The call that failed, or ``Operation/autoPoll``.
  package let operation: Operation?
  package let resource: ResourceName?
  /// What failed, without a full stop.
  package let title: String
  /// Why, as sentences.
  package let failureReason: String?
  /// What to do, as sentences.
  package let recoverySuggestion: String?
  package let presentation: Presentation
  /// Whether repeating the operation as it was can help.
  package let isRetrySafe: Bool
  /// How long to wait before that.
  package let retryAfter: Duration?
  /// What can work under some conditions or others, in the order of the options; `showHelp` is not among it.
  let possibleOptions: [RecoveryOption]
  /// What is offered: `cancel` first; never empty.
  package internal(set) var options: [RecoveryOption]
  /// Every attempt of the fetch, in order.
  package let attempts: [Attempt]
  /// The failure whose recovery failed with this one.
  package let previousFailureID: FailureID?
  package let detail: FailureDetail
  package let occurredAt: Timestamp
}

extension Failure {
  package var code: Int { kind.code }

  /// The anchor of the kind in docs/failures.
  package var helpAnchor: String { FailureCatalogue[kind].helpAnchor }

  /// Reason and suggestion in one string; the title when there is neither.
  package var message: String {
    guard let failureReason else { return recoverySuggestion ?? title }
    guard let recoverySuggestion else { return failureReason }
    let endsSentence = failureReason.last.map { ".!?".contains($0) } ?? false
    return failureReason + (endsSentence ? " " : ". ") + recoverySuggestion
  }

  /// Whether `problem` is this failure met again.
  ///
  /// It has the same kind and the same detail, apart from what differs each time that the same thing fails.
  package func isSame(as problem: Problem) -> Bool {
    kind == problem.kind && detail.lasting == problem.detail.lasting
  }
}
