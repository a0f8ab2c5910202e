/// A problem that a source or a decoder reports; recording it makes a ``Failure``.
package struct Problem: Error, Hashable, Sendable {
  package let kind: FailureKind
  /// Also the Retry-After time: a problem of three words is passed on in registers.
  private(set) var details: FailureDetails?
  /// The cause, where more is known of it than the catalogue says.
  package var explanation: Explanation?

  package init(
    _ kind: FailureKind, detail: FailureDetail? = nil, retryAfter: Duration? = nil,
    explanation: Explanation? = nil
  ) {
    self.kind = kind
    self.explanation = explanation
    if let detail { details = FailureDetails(detail, nil, retryAfter) } else { self.retryAfter = retryAfter }
  }

  /// The same with details that `detail` fills in where they are stored.
  package init(
    _ kind: FailureKind, retryAfter: Duration? = nil, explanation: Explanation? = nil,
    detail: (inout FailureDetail) -> Void
  ) {
    // Not by the other one, whose details would be made and moved although there are none.
    self.kind = kind
    self.explanation = explanation
    details = FailureDetails(detail)
    if let retryAfter { self.retryAfter = retryAfter }
  }
}

extension Problem {
  package var detail: FailureDetail {
    get { details?.value ?? FailureDetail() }
    set { details = FailureDetails(newValue, script, retryAfter) }
  }

  /// What is said and offered in place of the catalogue's words and options; only scenarios have it.
  package var script: FailureScript? {
    get { details?.script }
    set { details = FailureDetails(detail, newValue, retryAfter) }
  }

  /// The Retry-After time that the server asks for.
  package var retryAfter: Duration? {
    get { details?.retryAfter }
    set { if newValue != retryAfter { details = FailureDetails(detail, script, newValue) } }
  }
}

/// The details of a problem, its script and its Retry-After time, stored apart: a problem is passed on half a dozen
/// times before anybody looks at them, and a copy of their strings costs 285 instructions.
package final class FailureDetails: Hashable, Sendable {
  package let value: FailureDetail
  let script: FailureScript?
  let retryAfter: Duration?
  /// Whether there is a script or a time alone.
  let isEmpty: Bool

  /// - Returns: nil where there is nothing to store.
  init?(_ detail: FailureDetail, _ script: FailureScript?, _ retryAfter: Duration?) {
    isEmpty = detail.isEmpty
    if isEmpty, script == nil, retryAfter == nil { return nil }
    value = detail
    self.script = script
    self.retryAfter = retryAfter
  }

  /// - Parameter fill: Sets one detail at least.
  init(_ fill: (inout FailureDetail) -> Void) {
    value = Self.filled(fill)
    (script, retryAfter) = (nil, nil)
    isEmpty = false
  }

  private static func filled(_ fill: (inout FailureDetail) -> Void) -> FailureDetail {
    var detail = FailureDetail()
    fill(&detail)
    return detail
  }

  package static func == (left: FailureDetails, right: FailureDetails) -> Bool {
    left === right
      || left.value == right.value && left.script == right.script && left.retryAfter == right.retryAfter
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(script)
    hasher.combine(retryAfter)
  }
}

extension Problem {
  /// `failureNotFound`: no failure with the given id is remembered.
  static var unknownFailure: Problem {
    Problem(.failureNotFound) { $0.path = "/failureId" }
  }

  /// `optionNotFound`: the failure does not offer the chosen option.
  static func optionNotOffered(by failure: Failure) -> Problem {
    let offered = failure.options.offersHelpAlone ? "cancel, showHelp" : failure.options.ids
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

extension [RecoveryOption] {
  /// Whether they are those of a failure that nothing but reading helps with: `cancel` and `showHelp`.
  package var offersHelpAlone: Bool { count == 2 && self[0].id == .cancel && self[1].id == .showHelp }

  fileprivate var ids: String { map(\.id.rawValue).joined(separator: ", ") }
}
