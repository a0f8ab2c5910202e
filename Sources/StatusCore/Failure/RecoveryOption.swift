/// A way out of a failure.
///
/// Every failure offers its options in the order of the cases.
package enum RecoveryOptionID: String, CaseIterable, Sendable {
  /// Does nothing and settles the failure.
  case cancel
  /// Repeats the failed operation with its original params.
  case tryAgain
  /// Repeats it after the time that the failure names.
  case tryLater
  /// Repeats it when the network is back.
  case waitForConnection
  /// Accepts the stale value.
  case useLastKnown
  /// Turns auto-polling on for the resource.
  case keepTrying
  /// Reads the configured credentials again and repeats.
  case signIn
  /// Drops the store's oldest entries and repeats.
  case freeSpace
  /// Raises the store's quota for this process and repeats.
  case buyMoreSpace
  /// Switches the location to the built-in route.
  case useDemoRoute
  /// The client shows where the configuration is changed, at the option's key.
  case openSettings
  /// The client shows what the documentation says of the failure's kind, at the option's URL.
  case showHelp
}

/// A way out, as it is offered with a failure.
package struct RecoveryOption: Hashable, Sendable {
  package let id: RecoveryOptionID
  /// The words on a button; they may change, the id does not.
  package let title: String
  package let role: Role
  package let performedBy: Performer
  /// Of `openSettings`: the key of the configuration that may be wrong, as the file has it,
  /// `resources.menu.source`.
  package private(set) var key: String?
  /// Of `openSettings`: the configuration file that was read, where there was one.
  package private(set) var path: String?
  /// Of `showHelp`: where the kind of failure is explained, a URI reference relative to the project.
  package private(set) var url: String?

  package enum Role: String, Sendable {
    case cancel, `default`, destructive
  }

  package enum Performer: String, Sendable {
    /// The daemon, asked by `retry`.
    case server
    /// The program on the other end.
    case client
  }
}

extension RecoveryOption {
  /// `openSettings` at a key of the configuration.
  ///
  /// - Parameter path: The configuration file that was read.
  package static func openSettings(key: String, path: String? = nil) -> RecoveryOption {
    var option = RecoveryOption(.openSettings)
    option.key = key
    option.path = path
    return option
  }

  /// `showHelp` for a kind of failure.
  package static func showHelp(for kind: FailureKind) -> RecoveryOption {
    var option = RecoveryOption(.showHelp)
    option.url = FailureCatalogue[kind].helpURL
    return option
  }

  /// The option with its usual title, whatever it is offered for.
  package init(_ id: RecoveryOptionID) {
    switch id {
    case .cancel: self.init(id, "Cancel", role: .cancel)
    case .tryAgain: self.init(id, "Try Again")
    case .tryLater: self.init(id, "Try Again Later")
    case .waitForConnection: self.init(id, "Wait for Connection")
    case .useLastKnown: self.init(id, "Use Last Known Value")
    case .keepTrying: self.init(id, "Keep Trying")
    case .signIn: self.init(id, "Sign In")
    case .freeSpace: self.init(id, "Free Space", role: .destructive)
    case .buyMoreSpace: self.init(id, "Buy More Space")
    case .useDemoRoute: self.init(id, "Use Demo Route")
    case .openSettings: self.init(id, "Open Settings", by: .client)
    case .showHelp: self.init(id, "Show Help", by: .client)
    }
  }

  private init(
    _ id: RecoveryOptionID, _ title: String, role: Role = .default, by performer: Performer = .server
  ) {
    self.init(id: id, title: title, role: role, performedBy: performer)
  }
}
