/// Decides which recovery options a failure offers: only those that can work.
///
/// Each kind has a row of options, ``FailureCatalogue/Entry/options``. Some of them can never work for a given problem. The
/// others are the possible options of the failure. ``RecoveryConditions`` decide which of those it offers at
/// the moment.
package enum RecoveryPolicy {
  /// The options that can work under some conditions: `cancel`, then the others in the order of the options.
  ///
  /// `showHelp` is not one of them, because it is offered only if nothing else is.
  ///
  /// - Parameter file: The path of the configuration file, to which `openSettings` leads.
  static func possibleOptions(
    for problem: Problem, in context: FailureContext, file: String?
  ) -> [RecoveryOption] {
    if let scripted = problem.script?.options {
      return possibleOptions(scripted, for: problem, in: context, file: file)
    }
    let entry = FailureCatalogue[problem.kind]
    let row = context.resource == .location ? optionsOfLocation(entry) : entry.options
    var possible = cancelAlone
    // No closure: this is done for each error, and most rows are empty.
    for id in row {
      if let option = option(id, for: problem, in: context, file: file) { possible.append(option) }
    }
    let custom = customOptions(for: problem.kind, in: context)
    guard !custom.isEmpty else { return possible }
    let end = possible.firstIndex { $0.performedBy == .client } ?? possible.endIndex
    possible.insert(contentsOf: custom, at: end)
    return possible
  }

  /// The options for the source of the location, which may fail like a file; the built-in route always works.
  static func optionsOfLocation(_ entry: FailureCatalogue.Entry) -> [RecoveryOptionID] {
    entry.group == .location ? entry.options : [.tryAgain, .useDemoRoute, .openSettings]
  }

  /// The user's own options for a failed fetch; others have nothing to repeat.
  private static func customOptions(for kind: FailureKind, in context: FailureContext) -> [RecoveryOption] {
    guard !context.customOptions.isEmpty, context.operation != nil, let resource = context.resource,
      resource != .location
    else { return [] }
    return context.customOptions.filter { $0.isFor(kind) }.map(\.option)
  }

  private static let cancelAlone = [RecoveryOption(.cancel)]

  /// The option with its details for this failure; nil if it can never work.
  private static func option(
    _ id: RecoveryOptionID, for problem: Problem, in context: FailureContext, file: String?
  ) -> RecoveryOption? {
    if id == .openSettings {
      let key = settingsKey(for: problem, resource: context.resource)
      // A file that cannot be parsed is wrong as a whole.
      return key == nil && problem.detail.mistakes.isEmpty ? nil : .openSettings(key: key, path: file)
    }
    return canWork(id, for: problem, in: context) ? RecoveryOption(id) : nil
  }

  private static func canWork(
    _ id: RecoveryOptionID, for problem: Problem, in context: FailureContext
  ) -> Bool {
    switch id {
    case .cancel, .useDemoRoute: true
    case .tryAgain, .waitForConnection, .keepTrying:
      isRepeatable(problem.kind, in: context) && FailureCatalogue[problem.kind].isRetrySafe
    case .tryLater:
      isRepeatable(problem.kind, in: context) && FailureCatalogue[problem.kind].isRetrySafe
        && problem.retryAfter != nil
    // These options change what made repeating unsafe, or repeat nothing.
    case .useLastKnown, .signIn, .freeSpace, .buyMoreSpace: isRepeatable(problem.kind, in: context)
    // No row has these.
    case .openSettings, .showHelp, .custom: false
    }
  }

  /// Whether there is something to repeat: an operation that fetches a resource, or the source of the
  /// location.
  private static func isRepeatable(_ kind: FailureKind, in context: FailureContext) -> Bool {
    FailureCatalogue[kind].group == .location || context.operation != nil && context.resource != nil
  }
}
