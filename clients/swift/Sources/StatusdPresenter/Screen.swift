public import StatusdTypes

/// What to draw.
///
/// Equal screens look the same.
public struct Screen: Hashable, Sendable {
  /// Whether a daemon runs.
  public let isConnected: Bool
  /// In the order of the parts.
  public let resources: [ResourceScreen]
  /// Where the daemon's machine is.
  public let location: LocationScreen
  /// To be shown before the person.
  public let alert: FailureScreen?
  /// An explanation, until it is closed.
  public let help: HelpSection?

  /// The part of this name, or nil.
  public subscript(name: String) -> ResourceScreen? {
    resources.first { $0.name == name }
  }
}

/// What is drawn in the place of a value (docs/presenter.md, Phases).
public enum Phase: String, Hashable, Sendable {
  /// Nothing, or an invitation to refresh.
  case blank
  /// A placeholder.
  case loading
  /// The value.
  case content
  /// The value, marked as old.
  case stale
  /// The failure, with its buttons.
  case error
}

/// A part of the screen with a resource.
public struct ResourceScreen: Hashable, Sendable, Identifiable {
  /// A value by its shape.
  public enum Content: Hashable, Sendable {
    case fleet([MapItem])
    /// An empty menu has no sections.
    case menu([MenuSection])
    case any(JSONValue)
  }

  /// Of the part.
  public let name: String
  /// What is drawn in the place of the value.
  public let phase: Phase
  /// Whether a spinner turns.
  public let isSpinning: Bool
  /// While a fetch is under way.
  public let attempt: AttemptNumber?
  /// The value, kept through later failures.
  public let content: Content?
  /// Such as "3 min ago".
  public let age: String?
  /// In the place of the value, or beside it.
  public let failure: FailureScreen?
  /// Whether the button of refresh is enabled.
  public let canRefresh: Bool
  /// Whether the button of stop is enabled.
  public let canStop: Bool
  /// Nil before the first snapshot.
  public let polling: PollingSwitch?

  /// What tells it from others in a list.
  public var id: String { name }
}

/// Which attempt of a fetch is under way, of how many.
public struct AttemptNumber: Hashable, Sendable {
  /// From 1.
  public let number: Int
  /// At most.
  public let of: Int
}

/// The switch of auto-polling.
public struct PollingSwitch: Hashable, Sendable {
  /// As it was pressed last, until the daemon says otherwise.
  public let isOn: Bool
  /// Whether it can be pressed.
  public let isEnabled: Bool
  /// Seconds.
  public let interval: Double
  /// Such as "in 8 s"; nil while polling is off.
  public let next: String?
}

/// The part of the screen with the location.
public struct LocationScreen: Hashable, Sendable {
  /// What is drawn in the place of the value.
  public let phase: Phase
  /// Whether it was started.
  public let isOn: Bool
  /// The last place.
  public let coordinate: Position?
  /// Such as "3 min ago".
  public let age: String?
  /// In the place of the coordinate, or beside it.
  public let failure: FailureScreen?
}

/// A failure with its buttons, for an alert or in the place of a value.
public struct FailureScreen: Hashable, Sendable, Identifiable {
  /// What the buttons name.
  public let failureId: String
  /// What failed.
  public let resource: String?
  /// Of an instance.
  public let arguments: [String: String]?
  /// In words.
  public let title: String
  /// Why, and what a person can do about it.
  public let message: String
  /// Whole seconds until the server wants to be asked again.
  public let countdown: Int?
  /// In the daemon's order, `cancel` first.
  public let buttons: [OptionButton]

  /// What tells it from others in a list.
  public var id: String { failureId }
}

/// A button of a failure.
public struct OptionButton: Hashable, Sendable, Identifiable {
  /// What the daemon calls the option.
  public let id: RecoveryOptionID
  /// In words.
  public let title: String
  /// How to show it.
  public let role: Role
  /// Whether it can be pressed.
  public let isEnabled: Bool
  /// Whether this option was chosen and has not ended.
  public let isRunning: Bool
}
