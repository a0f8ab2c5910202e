public import Observation
public import StatusdScreen

/// The alert: one at a time, with the daemon's own buttons, such as Free Space and Buy More Space.
@MainActor @Observable
public final class AlertModel {
  /// What the client was asked to do itself, until `performed`: open the settings, or an option of the user's own.
  public private(set) var request: ClientOption?
  private let live: LiveScreen

  /// Shows the alert of `live`.
  public init(_ live: LiveScreen) {
    self.live = live
  }

  /// The one that is shown, or nil.
  public var alert: FailureScreen? { live.screen.alert }

  /// Whether there is one.
  ///
  /// Dismissing it is its option `cancel`.
  public var isPresented: Bool {
    get { alert != nil }
    set { if !newValue { choose(.cancel) } }
  }

  /// Presses a button of the alert.
  public func choose(_ option: RecoveryOptionID) {
    guard let alert else { return }
    live.press(.option(option, failureId: alert.failureId))
  }

  /// The client has done what it was asked for.
  public func performed() {
    request = nil
  }

  func perform(_ option: ClientOption) {
    request = option
  }
}
