/// The name of a failure, unique in this process.
package struct FailureID: Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// How a failure wants to be shown.
package enum Presentation: String, Sendable {
  /// After an action by a person.
  case alert
  /// In the place of what could not be loaded, where there is nothing else to show.
  case inline
  /// Not at all: nobody asked.
  case silent
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

/// A failure as it is told: what failed, why, and what can be done about it (PROTOCOL.md section 6).
///
/// ``FailureLedger`` makes them.
package struct Failure: Error, Hashable, Sendable {
  package let id: FailureID
  package let kind: FailureKind
  /// The call that failed, as `tryAgain` repeats it.
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
  /// `cancel` first; never empty.
  package let options: [RecoveryOption]
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

  /// Reason and suggestion in one text; the title when there is neither.
  package var message: String {
    guard let failureReason else { return recoverySuggestion ?? title }
    guard let recoverySuggestion else { return failureReason }
    let endsSentence = failureReason.last.map { ".!?".contains($0) } ?? false
    return failureReason + (endsSentence ? " " : ". ") + recoverySuggestion
  }
}
