package import StatusCore

/// What a person presses; a part goes by its name.
package enum Button: Hashable, Sendable {
  case refresh(String)
  /// Ends the refreshes of this screen.
  case stop(String)
  /// Switches polling; without `on`, to the other of what is shown.
  case polling(String, on: Bool?)
  /// An option of a failure, by its name on the wire.
  case option(FailureID, String)
  /// The alert was closed, by whatever.
  case dismiss(FailureID)
  case startLocation, stopLocation
  case closeHelp
}

extension ScreenMachine {
  /// What the owner of the machine has to do for a press.
  package enum Action: Hashable, Sendable {
    /// Nothing: the button was not enabled.
    case ignore
    /// Nothing more.
    case none
    /// Fetch, and report ``ScreenMachine/refreshBegan(_:)``.
    case refresh(ResourceID)
    /// End the refresh, and report its end.
    case stop(ResourceID)
    case setPolling(ResourceID, Bool)
    /// Have the daemon perform the option.
    case choose(FailureID, RecoveryOptionID)
    /// Pass the option on to the client.
    case perform(FailureID, RecoveryOption)
    case startLocation, stopLocation
  }
}
