extension RecoveryOptionID {
  /// Every option but the user's own, in the order in which failures offer them.
  package static let builtIn: [RecoveryOptionID] = [
    .cancel, .tryAgain, .tryLater, .waitForConnection, .useLastKnown, .keepTrying, .signIn, .freeSpace,
    .buyMoreSpace, .useDemoRoute, .openSettings, .showHelp,
  ]

  /// What stands before the name of an option of the user's own, so that no later version's option can have the
  /// same id.
  package static let customPrefix = "custom:"

  /// The name on the wire.
  package var rawValue: String {
    switch self {
    case .cancel: "cancel"
    case .tryAgain: "tryAgain"
    case .tryLater: "tryLater"
    case .waitForConnection: "waitForConnection"
    case .useLastKnown: "useLastKnown"
    case .keepTrying: "keepTrying"
    case .signIn: "signIn"
    case .freeSpace: "freeSpace"
    case .buyMoreSpace: "buyMoreSpace"
    case .useDemoRoute: "useDemoRoute"
    case .openSettings: "openSettings"
    case .showHelp: "showHelp"
    case .custom(let name): Self.customPrefix + name
    }
  }
}
