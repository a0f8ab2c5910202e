/// The id of a recovery option.
///
/// Every failure offers its options in the order of these cases; those of the user's own stand before the first
/// that the client performs.
package enum RecoveryOptionID: Hashable, Sendable {
  /// Does nothing and settles the failure.
  case cancel
  /// Repeats the failed operation with its original params.
  case tryAgain
  /// Repeats the operation after the time that the failure gives.
  case tryLater
  /// Repeats the operation when the network is back.
  case waitForConnection
  /// Accepts the stale value.
  case useLastKnown
  /// Turns auto-polling on for the resource.
  case keepTrying
  /// Reads the configured credentials again and repeats the operation.
  case signIn
  /// Drops the store's oldest entries and repeats the operation.
  case freeSpace
  /// Raises the store's quota for this process and repeats the operation.
  case buyMoreSpace
  /// Switches the location to the built-in route.
  case useDemoRoute
  /// The client opens the configuration at the option's key.
  case openSettings
  /// The client opens the documentation of the failure's kind at the option's URL.
  case showHelp
  /// An option of the user's own, by its name: ``CustomOption``.
  case custom(String)
}

/// A recovery option as a failure offers it.
package struct RecoveryOption: Hashable, Sendable {
  package let id: RecoveryOptionID
  /// The title of a button.
  ///
  /// Titles may change; ids do not.
  package private(set) var title: String
  package private(set) var role: Role
  package let performedBy: Performer
  /// For `openSettings`: the key of the configuration that may be wrong, as in the file:
  /// `resources.menu.source`.
  package private(set) var key: String?
  /// For `openSettings`: the path of the configuration file; if there is none, the path at which one would be read.
  package private(set) var path: String?
  /// For `showHelp`: where the kind is explained, as a URI reference relative to the root of the project.
  package private(set) var url: String?

  /// The role of the option's button.
  package enum Role: String, CaseIterable, Sendable {
    case cancel, `default`, destructive
  }

  /// Who performs the option.
  package enum Performer: String, CaseIterable, Sendable {
    /// The daemon, on `retry`.
    case server
    /// The client.
    case client
  }
}

extension RecoveryOption {
  /// The option `openSettings` for a key of the configuration.
  ///
  /// - Parameters:
  ///   - key: Nil where the file is wrong as a whole.
  ///   - path: The path of the configuration file, or of where one would be.
  package static func openSettings(key: String?, path: String? = nil) -> RecoveryOption {
    var option = RecoveryOption(.openSettings)
    option.key = key
    option.path = path
    return option
  }

  /// The option `showHelp` for a kind of failure.
  package static func showHelp(for kind: FailureKind) -> RecoveryOption {
    showHelp(at: FailureCatalogue[kind].helpURL)
  }

  static func showHelp(at url: String) -> RecoveryOption {
    var option = RecoveryOption(.showHelp)
    option.url = url
    return option
  }

  /// The same option, leading where another process has it lead.
  package func leading(key: String?, path: String?, url: String?) -> RecoveryOption {
    var option = self
    (option.key, option.path, option.url) = (key, path, url)
    return option
  }

  /// The same option with another title and role.
  package func shown(as title: String, role: Role) -> RecoveryOption {
    var option = self
    (option.title, option.role) = (title, role)
    return option
  }

  /// Makes an option with its title, its role and its performer.
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
    // The name is all that is known of it here.
    case .custom(let name): self.init(id, name)
    }
  }

  package init(
    _ id: RecoveryOptionID, _ title: String, role: Role = .default, by performer: Performer = .server
  ) {
    self.init(id: id, title: title, role: role, performedBy: performer)
  }
}
