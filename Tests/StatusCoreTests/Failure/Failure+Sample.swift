@testable import StatusCore

extension Failure {
  /// A failure of a `refresh`, made without a ledger.
  static func sample(
    _ kind: FailureKind, detail: FailureDetail = FailureDetail(), explanation: Explanation? = nil
  ) -> Failure {
    Failure(
      Problem(kind, detail: detail, explanation: explanation), id: FailureID(rawValue: "f1"),
      in: FailureContext(
        operation: "refresh", resource: .state, at: Timestamp(millisecondsSince1970: 0)))
  }
}
