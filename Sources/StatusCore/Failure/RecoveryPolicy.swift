/// Which ways out are offered with a failure: only what can work.
///
/// Each kind has a row of options, ``options(of:)``. Some of them cannot work for a problem whatever happens;
/// the rest are the failure's possible options. Which of those are offered follows ``RecoveryConditions`` and
/// changes with them.
package enum RecoveryPolicy {
  /// What can work under some conditions or others: `cancel`, then the rest in the order of the options.
  ///
  /// `showHelp` is not among it: the client's help stands in where nothing else is left.
  static func possibleOptions(for problem: Problem, in context: FailureContext) -> [RecoveryOption] {
    let row = context.resource == .location ? optionsOfLocation(problem.kind) : options(of: problem.kind)
    return [RecoveryOption(.cancel)] + row.compactMap { option($0, for: problem, in: context) }
  }

  /// The option as it is offered for this failure; nil where it could not work.
  private static func option(
    _ id: RecoveryOptionID, for problem: Problem, in context: FailureContext
  ) -> RecoveryOption? {
    if id == .openSettings {
      return settingsKey(for: problem, resource: context.resource)
        .map { .openSettings(key: $0, path: context.configurationFile) }
    }
    return canWork(id, for: problem, in: context) ? RecoveryOption(id) : nil
  }

  private static func canWork(
    _ id: RecoveryOptionID, for problem: Problem, in context: FailureContext
  ) -> Bool {
    let isRetrySafe = FailureCatalogue[problem.kind].isRetrySafe
    let isRepeatable = isRepeatable(problem.kind, in: context)
    return switch id {
    case .cancel, .useDemoRoute: true
    case .tryAgain, .waitForConnection, .keepTrying: isRepeatable && isRetrySafe
    case .tryLater: isRepeatable && isRetrySafe && problem.retryAfter != nil
    // These change what made repeating unsafe, or repeat nothing.
    case .useLastKnown, .signIn, .freeSpace, .buyMoreSpace: isRepeatable
    case .openSettings, .showHelp: false
    }
  }

  /// Whether there is something to repeat: an operation that fetches something, or the location's source, which
  /// is asked again.
  private static func isRepeatable(_ kind: FailureKind, in context: FailureContext) -> Bool {
    FailureCatalogue[kind].isOfLocation || context.operation != nil && context.resource != nil
  }
}
