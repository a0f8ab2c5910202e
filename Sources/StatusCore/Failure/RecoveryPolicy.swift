/// Which ways out are offered with a failure: only what can work.
package enum RecoveryPolicy {
  /// The options of a failure of `kind`, `cancel` first.
  package static func options(
    for kind: FailureKind, retryAfter: Duration?, context: FailureContext
  ) -> [RecoveryOption] {
    ([.cancel] + serverOptions(for: kind, context) + clientOptions(for: kind, context)).map {
      RecoveryOption($0)
    }
  }

  /// What the daemon can do by itself.
  private static func serverOptions(for kind: FailureKind, _ context: FailureContext) -> [RecoveryOptionID] {
    // Without an operation that fetches something there is nothing to repeat.
    guard context.operation != nil, context.resource != nil, FailureCatalogue[kind].isRetrySafe else {
      return []
    }
    return [.tryAgain]
  }

  /// What is left to the client where repeating does not help.
  private static func clientOptions(for kind: FailureKind, _ context: FailureContext) -> [RecoveryOptionID] {
    guard serverOptions(for: kind, context).isEmpty else { return [] }
    return kind == .sourceMisconfigured ? [.openSettings] : [.showHelp]
  }
}
