/// Which ways out are offered with a failure: only what can work (PROTOCOL.md section 6).
///
/// Each kind has a row of options, ``options(of:)``, and each option a condition; what is offered is the row
/// without the options whose condition does not hold.
package enum RecoveryPolicy {
  /// The options of a failure: `cancel`, then the most useful first.
  ///
  /// The client's help stands in where there is nothing else.
  package static func options(for problem: Problem, in context: FailureContext) -> [RecoveryOption] {
    let row = context.resource == .location ? optionsOfLocation(problem.kind) : options(of: problem.kind)
    let offered = row.compactMap { option($0, for: problem, in: context) }
    let last = offered.isEmpty ? [RecoveryOption.showHelp(for: problem.kind)] : []
    return [RecoveryOption(.cancel)] + offered + last
  }

  /// The option as it is offered for this failure; nil where it could not work.
  private static func option(
    _ id: RecoveryOptionID, for problem: Problem, in context: FailureContext
  ) -> RecoveryOption? {
    switch id {
    case .openSettings:
      return settingsKey(for: problem, resource: context.resource).map { .openSettings(key: $0) }
    // Only where nothing else is left.
    case .showHelp: return nil
    default: return canWork(id, for: problem, in: context) ? RecoveryOption(id) : nil
    }
  }

  private static func canWork(
    _ id: RecoveryOptionID, for problem: Problem, in context: FailureContext
  ) -> Bool {
    let entry = FailureCatalogue[problem.kind]
    // Without an operation that fetches something there is nothing to repeat; of the location it is the
    // provider that is asked again.
    let isRepeatable = entry.isOfLocation || context.operation != nil && context.resource != nil
    return switch id {
    case .cancel, .useDemoRoute: true
    case .tryAgain, .waitForConnection: isRepeatable && entry.isRetrySafe
    case .tryLater: isRepeatable && entry.isRetrySafe && problem.retryAfter != nil
    case .keepTrying: isRepeatable && entry.isRetrySafe && !context.isPolled
    case .useLastKnown: isRepeatable && context.hasValue
    // These change what made repeating unsafe.
    case .signIn, .freeSpace, .buyMoreSpace: isRepeatable
    case .openSettings, .showHelp: false
    }
  }
}
