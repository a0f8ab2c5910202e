/// What a source or a decoder met: a failure that is not recorded yet.
package struct Problem: Error, Hashable, Sendable {
  package let kind: FailureKind
  package var detail: FailureDetail
  /// How long the server asks to be left alone.
  package var retryAfter: Duration?
  /// A sentence, with its full stop, that says the cause more exactly than the catalogue can.
  package var explanation: String?

  package init(
    _ kind: FailureKind, detail: FailureDetail = FailureDetail(), retryAfter: Duration? = nil,
    explanation: String? = nil
  ) {
    self.kind = kind
    self.detail = detail
    self.retryAfter = retryAfter
    self.explanation = explanation
  }
}
