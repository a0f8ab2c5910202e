/// The conditions that decide which options of a failure can work now.
package struct RecoveryConditions: Hashable, Sendable {
  /// Whether an earlier value can still be shown.
  package var hasValue = false
  /// Whether auto-polling is on, which repeats the operation anyway.
  package var isPolled = false
  /// The option that is being performed; if there is one, only it and `cancel` are offered.
  package var running: RecoveryOptionID?

  package init(hasValue: Bool = false, isPolled: Bool = false, running: RecoveryOptionID? = nil) {
    self.hasValue = hasValue
    self.isPolled = isPolled
    self.running = running
  }
}

extension RecoveryConditions {
  /// Whether an option can work under these conditions.
  func allow(_ id: RecoveryOptionID) -> Bool {
    if let running { return id == .cancel || id == running }
    return switch id {
    case .useLastKnown: hasValue
    case .keepTrying: !isPolled
    case .cancel, .tryAgain, .tryLater, .waitForConnection, .signIn, .freeSpace, .buyMoreSpace, .useDemoRoute,
      .openSettings, .showHelp, .custom:
      true
    }
  }
}

extension Failure {
  /// The same failure with the options that can work now.
  package func offered(under conditions: RecoveryConditions) -> Failure {
    let working = possibleOptions.lazy.filter { conditions.allow($0.id) }
    // In most cases nothing has changed, so nothing needs to be copied.
    if working.count > 1, working.elementsEqual(options, by: { $0.id == $1.id }) { return self }
    var offered = self
    offered.options = RecoveryPolicy.offered(possibleOptions, for: kind, under: conditions)
    return offered
  }
}

extension RecoveryPolicy {
  /// The possible options that can work now; `showHelp` is added if only `cancel` is left, which always can.
  static func offered(
    _ possible: [RecoveryOption], for kind: FailureKind, under conditions: RecoveryConditions
  ) -> [RecoveryOption] {
    let working = possible.count > 1 ? possible.filter { conditions.allow($0.id) } : possible
    return working.count > 1 ? working : FailureCatalogue[kind].helpOptions
  }
}
