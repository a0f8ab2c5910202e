/// The id of a failure, unique in this process.
package struct FailureID: Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension FailureID: Comparable {
  /// In the order in which ``FailureIDs`` makes them: a longer one is newer.
  package static func < (left: FailureID, right: FailureID) -> Bool {
    let (length, other) = (left.rawValue.utf8.count, right.rawValue.utf8.count)
    return length == other ? left.rawValue < right.rawValue : length < other
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
/// ``FailureLedger`` makes failures from problems. Everything but the options stays as it was recorded, and is stored
/// once: ledger, snapshot, responses and log share it.
package struct Failure: Error, Hashable, Sendable {
  let record: FailureRecord
  /// The options that can work now; the first is `cancel`.
  package internal(set) var options: [RecoveryOption]
}

extension Failure {
  package var id: FailureID { record.id }
  package var kind: FailureKind { record.entry.kind }
  /// The operation that failed; ``Operation/autoPoll`` for a poll that nobody waits for.
  package var operation: Operation? { record.operation }
  /// The method of the same; nil if the message named none of ours.
  package var method: String? { record.context.operation?.method }
  /// The resource that was fetched, or `location`; nil for a failed request.
  package var resource: ResourceName? { record.resource?.name }
  /// The same with the arguments of an instance.
  package var resourceID: ResourceID? { record.resource }
  /// What failed, without a full stop.
  package var title: String { script?.title ?? record.entry.title }
  /// Why, as sentences.
  package var failureReason: String { record.words.string }
  /// The same as bytes, for those who write it.
  package var words: Wording { record.words }
  /// What to do, as sentences.
  package var recoverySuggestion: String? {
    script?.recoverySuggestion ?? record.ownSuggestion?.english ?? record.entry.recoverySuggestion
  }
  package var presentation: Presentation { record.presentation }
  /// Whether it can help to repeat the operation unchanged.
  package var isRetrySafe: Bool { record.entry.isRetrySafe }
  /// How long to wait before repeating it, if the server said so.
  package var retryAfter: Duration? { record.problem.retryAfter }
  /// The uptime at which that time is over: it counts from when the server said so, which may be some time before
  /// ``occurredAt``.
  package var retryAt: Duration? { record.retryAt }
  /// The options that can work under some conditions, in the order of the options, without `showHelp`.
  var possibleOptions: [RecoveryOption] { record.possibleOptions }
  /// All failed attempts of the fetch, in order.
  package var attempts: [Attempt] { record.attempts }
  /// The failure whose recovery failed with this one.
  package var previousFailureID: FailureID? { record.previousFailureID }
  package var detail: FailureDetail { record.problem.detail }
  package var hasDetail: Bool { details?.isEmpty == false }
  /// The same details without a copy of them; nil where there are none.
  package var details: FailureDetails? { record.problem.details }
  package var occurredAt: Timestamp { record.occurredAt }
  /// The anchor of the kind in docs/failures.md.
  package var helpAnchor: String { record.entry.helpAnchor }
  package var code: Int { record.entry.code }
  /// Whether a scenario says or offers something in place of what the catalogue says of the kind.
  package var isScripted: Bool { script != nil }
  /// Whether ``recoverySuggestion`` is not the catalogue's.
  package var hasOwnSuggestion: Bool { isScripted || record.ownSuggestion != nil }
  private var script: FailureScript? { record.problem.script }
}

extension Failure {
  /// The reason and the suggestion as the parts of one string, which an encoder joins in place.
  package var message: (reason: String, separator: String, suggestion: String) {
    let reason = failureReason
    guard let recoverySuggestion else { return (reason, "", "") }
    return (reason, reason.endsSentence ? " " : ". ", recoverySuggestion)
  }

  /// Whether `problem` is the same problem again.
  ///
  /// The same problem has the same kind and the same details, except for those that differ each time.
  package func isSame(as problem: Problem) -> Bool {
    kind == problem.kind && detail.lasting == problem.detail.lasting
  }
}

extension Failure {
  /// The same failure, as a call sees it that has waited for polls; its options repeat what has failed.
  package func asFailure(of operation: Operation) -> Failure {
    Failure(record: FailureRecord(record, of: operation), options: options)
  }
}

extension Failure {
  /// Makes a failure from a problem, with the catalogue's sentences and the problem's own explanation if it
  /// has one.
  ///
  /// - Parameters:
  ///   - words: The explanation as it may be shown; nil for the problem's own.
  ///   - file: The path of the configuration file, to which `openSettings` leads.
  init(
    _ problem: Problem, saying words: Wording? = nil, id: FailureID, in context: consuming FailureContext,
    file: String? = nil
  ) {
    record = FailureRecord(problem, saying: words, id: id, in: context, file: file)
    let conditions = record.context.conditions
    options = RecoveryPolicy.offered(record.possibleOptions, for: problem.kind, under: conditions)
  }
}

/// Makes the ids of failures: f1, f2 and so on.
///
/// All ledgers of a process share one, so ids are unique.
package struct FailureIDs: Hashable, Sendable {
  /// The last id, in ASCII: one is counted further in a fifth of the instructions in which a number is printed.
  private var last = Array("f0".utf8)

  package init() {}

  package mutating func next() -> FailureID {
    var index = last.count - 1
    while last[index] == UInt8(ascii: "9") {
      last[index] = UInt8(ascii: "0")
      index -= 1
    }
    if index > 0 { last[index] += 1 } else { last.insert(UInt8(ascii: "1"), at: 1) }
    return FailureID(rawValue: String(decoding: last, as: UTF8.self))
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
  /// | what ``FailureCatalogue/Entry/isSilent`` names | silent | silent |
  /// | any other, of a poll that nobody waits for | inline | silent |
  /// | any other | inline | alert |
  package static func of(_ kind: FailureKind, hasValue: Bool, isPoll: Bool) -> Presentation {
    if FailureCatalogue[kind].isSilent { return .silent }
    guard hasValue else { return .inline }
    return isPoll ? .silent : .alert
  }
}
