package import StatusCore

/// What a person sees at one moment (docs/protocol.md, “Screens”); equal screens look the same.
///
/// Values are shared with the snapshots, and sentences are rendered where they leave.
package struct Screen: Hashable, Sendable {
  /// In the order in which the screen was opened with them.
  package var parts: [Part]
  /// nil for a screen without the location.
  package var place: Place?
  /// The one alert: the newest failure that is open.
  package var alert: Box?
  /// What the last recovery has done, until the next press.
  package var notice: String?
  /// The anchor of the section of docs/failures.md that is shown until it is closed.
  package var help: String?

  package init(
    parts: [Part] = [], place: Place? = nil, alert: Box? = nil, notice: String? = nil, help: String? = nil
  ) {
    (self.parts, self.place) = (parts, place)
    (self.alert, self.notice, self.help) = (alert, notice, help)
  }

  /// What is drawn in the place of a value.
  package enum Phase: String, Sendable {
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

  /// A resource.
  package struct Part: Hashable, Sendable {
    package var phase: Phase
    package var isSpinning: Bool
    /// nil while no fetch is shown.
    package var attempt: AttemptNumber?
    /// nil without a value.
    package var value: ResourceValue?
    package var age: String?
    /// A failure to draw in the place of the value, or beside it; an alert is not among these.
    package var failure: Box?
    package var canRefresh: Bool
    /// Whether a refresh of this screen's own can be stopped.
    package var canStop: Bool
    package var polling: PollingSwitch
  }

  package struct AttemptNumber: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let limit: Int
  }

  package struct PollingSwitch: Hashable, Sendable {
    package let isOn: Bool
    package let interval: Duration
    /// When the next poll is due, in words; nil while polling is off.
    package let next: String?
  }

  /// The location of this computer.
  package struct Place: Hashable, Sendable {
    package var phase: Phase
    /// Whether this screen follows the location.
    package var isOn: Bool
    /// The last place that is known.
    package var position: Position?
    package var age: String?
    package var failure: Box?
  }

  /// A failure with its buttons.
  package struct Box: Hashable, Sendable {
    /// With the options that can work now.
    package let failure: Failure
    /// The option that is being performed.
    package let running: RecoveryOptionID?
    /// The whole seconds until the server may be asked again; nil for none.
    package let countdown: Int?

    /// Whether an option can be pressed: while one runs, only `cancel` can.
    package func isEnabled(_ option: RecoveryOptionID) -> Bool {
      running == nil || option == .cancel
    }
  }
}
