/// The words and options of a failure that a scenario plays, in place of the catalogue's.
package struct FailureScript: Hashable, Sendable {
  package var title: String?
  package var recoverySuggestion: String?
  /// The options that are offered, if they can work at the moment; nil for the usual ones.
  package var options: [RecoveryOption]?

  package init() {}
}

extension RecoveryPolicy {
  /// The options as a scenario lists them, `cancel` first in any case.
  static func possibleOptions(
    _ scripted: [RecoveryOption], for problem: Problem, in context: FailureContext, file: String?
  ) -> [RecoveryOption] {
    let cancel = scripted.first { $0.id == .cancel } ?? RecoveryOption(.cancel)
    let others = scripted.filter { $0.id != .cancel }
    return [cancel] + others.map { complete($0, for: problem, in: context, file: file) }
  }

  /// The option with what it says of this one failure.
  private static func complete(
    _ option: RecoveryOption, for problem: Problem, in context: FailureContext, file: String?
  ) -> RecoveryOption {
    switch option.id {
    case .openSettings:
      let key = settingsKey(for: problem, resource: context.resource)
      let usual = context.resource.map { "resources.\($0.name).source" } ?? "resources"
      return .openSettings(key: key ?? usual, path: file)
        .shown(as: option.title, role: option.role)
    case .showHelp: return .showHelp(for: problem.kind).shown(as: option.title, role: option.role)
    case .cancel, .tryAgain, .tryLater, .waitForConnection, .useLastKnown, .keepTrying, .signIn, .freeSpace,
      .buyMoreSpace, .useDemoRoute, .custom:
      return option
    }
  }
}
