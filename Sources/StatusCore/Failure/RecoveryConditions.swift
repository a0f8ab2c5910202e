/// What decides which of a failure's options can work at the moment.
package struct RecoveryConditions: Hashable, Sendable {
  /// Whether an earlier value can still be shown.
  package var hasValue = false
  /// Whether auto-polling is on, so that the operation is repeated without anyone asking.
  package var isPolled = false
  /// The option that is being performed; then only `cancel` and this one are offered.
  package var running: RecoveryOptionID?

  package init(hasValue: Bool = false, isPolled: Bool = false, running: RecoveryOptionID? = nil) {
    self.hasValue = hasValue
    self.isPolled = isPolled
    self.running = running
  }
}

extension RecoveryConditions {
  /// Whether an option that the failure can offer works now.
  func allow(_ id: RecoveryOptionID) -> Bool {
    if let running { return id == .cancel || id == running }
    return switch id {
    case .useLastKnown: hasValue
    case .keepTrying: !isPolled
    case .cancel, .tryAgain, .tryLater, .waitForConnection, .signIn, .freeSpace, .buyMoreSpace, .useDemoRoute,
      .openSettings, .showHelp:
      true
    }
  }
}
