/// A problem that a source or a decoder reports; recording it makes a ``Failure``.
package struct Problem: Error, Hashable, Sendable {
  package let kind: FailureKind
  private(set) var details: FailureDetails?
  /// The Retry-After time that the server asks for.
  package var retryAfter: Duration?
  /// The cause, where more is known of it than the catalogue says.
  package var explanation: Explanation?

  package init(
    _ kind: FailureKind, detail: FailureDetail? = nil, retryAfter: Duration? = nil,
    explanation: Explanation? = nil
  ) {
    self.kind = kind
    if let detail { details = FailureDetails(detail, nil) }
    self.retryAfter = retryAfter
    self.explanation = explanation
  }

  /// The same with details that `detail` fills in where they are stored.
  package init(
    _ kind: FailureKind, retryAfter: Duration? = nil, explanation: Explanation? = nil,
    detail: (inout FailureDetail) -> Void
  ) {
    self.init(kind, retryAfter: retryAfter, explanation: explanation)
    details = FailureDetails(detail)
  }
}

extension Problem {
  package var detail: FailureDetail {
    get { details?.value ?? FailureDetail() }
    set { details = FailureDetails(newValue, script) }
  }

  /// What is said and offered in place of the catalogue's words and options; only scenarios have it.
  package var script: FailureScript? {
    get { details?.script }
    set { details = FailureDetails(detail, newValue) }
  }
}

/// The details of a problem and its script, stored apart: a problem is passed on half a dozen times before anybody
/// looks at them, and a copy of their strings costs 285 instructions.
package final class FailureDetails: Hashable, Sendable {
  package let value: FailureDetail
  let script: FailureScript?
  /// Whether there is a script alone.
  let isEmpty: Bool

  /// - Returns: nil where there is nothing to store.
  init?(_ detail: FailureDetail, _ script: FailureScript?) {
    isEmpty = detail.isEmpty
    if isEmpty, script == nil { return nil }
    value = detail
    self.script = script
  }

  /// - Parameter fill: Sets one detail at least.
  init(_ fill: (inout FailureDetail) -> Void) {
    value = Self.filled(fill)
    script = nil
    isEmpty = false
  }

  private static func filled(_ fill: (inout FailureDetail) -> Void) -> FailureDetail {
    var detail = FailureDetail()
    fill(&detail)
    return detail
  }

  package static func == (left: FailureDetails, right: FailureDetails) -> Bool {
    left === right || left.value == right.value && left.script == right.script
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(script)
  }
}

extension Problem {
  /// `failureNotFound`: no failure with the given id is remembered.
  static var unknownFailure: Problem {
    Problem(.failureNotFound) { $0.path = "/failureId" }
  }

  /// `optionNotFound`: the failure does not offer the chosen option.
  static func optionNotOffered(by failure: Failure) -> Problem {
    let offered = failure.options.map(\.id.rawValue).joined(separator: ", ")
    return Problem(
      .optionNotFound, explanation: .recovery(.notOffered(by: failure.id, options: offered))
    ) {
      $0.path = "/optionId"
      $0.expected = offered
    }
  }

  /// `alreadyRecovered`: another option of the failure is being performed.
  static func alreadyRunning(_ option: RecoveryOptionID) -> Problem {
    Problem(.alreadyRecovered, explanation: .recovery(.running(option))) { $0.running = option }
  }
}
