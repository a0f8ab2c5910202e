/// Decides which recovery options a failure offers: only those that can work.
///
/// Each kind has a row of options, ``options(of:)``. Some of them can never work for a given problem. The
/// others are the possible options of the failure. ``RecoveryConditions`` decide which of those it offers at
/// the moment.
package enum RecoveryPolicy {
  /// The options that can work under some conditions: `cancel`, then the others in the order of the options.
  ///
  /// `showHelp` is not one of them, because it is offered only if nothing else is.
  static func possibleOptions(for problem: Problem, in context: FailureContext) -> [RecoveryOption] {
    let row = context.resource == .location ? optionsOfLocation(problem.kind) : options(of: problem.kind)
    var possible = cancelAlone
    for id in row { if let option = option(id, for: problem, in: context) { possible.append(option) } }
    return possible
  }

  private static let cancelAlone = [RecoveryOption(.cancel)]

  /// The option with its details for this failure; nil if it can never work.
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
    // These options change what made repeating unsafe, or repeat nothing.
    case .useLastKnown, .signIn, .freeSpace, .buyMoreSpace: isRepeatable
    case .openSettings, .showHelp: false
    }
  }

  /// Whether there is something to repeat: an operation that fetches a resource, or the source of the
  /// location.
  private static func isRepeatable(_ kind: FailureKind, in context: FailureContext) -> Bool {
    FailureCatalogue[kind].isOfLocation || context.operation != nil && context.resource != nil
  }
}
