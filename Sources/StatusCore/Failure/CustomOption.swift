/// A recovery option of the user's own.
///
/// The configuration defines it (docs/configuration.md). It is offered by failed fetches, never by requests or the
/// location.
package struct CustomOption: Hashable, Sendable {
  package let option: RecoveryOption
  /// The kinds of failure that offer it; nil for every failed fetch.
  package let kinds: Set<FailureKind>?

  package init(
    _ name: String, title: String, kinds: Set<FailureKind>? = nil, by performer: RecoveryOption.Performer
  ) {
    option = RecoveryOption(.custom(name), title, by: performer)
    self.kinds = kinds
  }

  /// Whether a failure of that kind offers it.
  func isFor(_ kind: FailureKind) -> Bool {
    kinds?.contains(kind) ?? FailureCatalogue[kind].isOfFetch
  }
}
