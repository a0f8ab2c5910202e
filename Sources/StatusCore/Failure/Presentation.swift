/// How a failure wants to be shown.
package enum Presentation: String, Sendable {
  /// Beside the value, after an action by a person.
  case alert
  /// In the place of the value, where there is none to show.
  case inline
  /// Not at all: nobody waits for it.
  case silent
}

extension Presentation {
  /// How a failed fetch is shown, or a failure of the location.
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
  /// Whether whoever receives the failure knows already: it cancelled the request or ended the daemon.
  var isAlwaysSilent: Bool { self == .requestCancelled || self == .shuttingDown }
}
