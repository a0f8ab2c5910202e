public import Observation
public import StatusdScreen

/// The menu: nothing, a loader, sections, an empty menu, or a failure with its buttons.
@MainActor @Observable
public final class MenuModel {
  private let live: LiveScreen

  /// Shows the part `menu` of `live`.
  public init(_ live: LiveScreen) {
    self.live = live
  }

  /// What is drawn around the sections.
  public var screen: ResourceScreen? { live.screen["menu"] }

  /// What is drawn in the place of the sections.
  public var phase: Phase { screen?.phase ?? .blank }

  /// By category, in the daemon's order.
  public var sections: [MenuSection] {
    guard case .menu(let sections) = screen?.content else { return [] }
    return sections
  }

  /// Whether the kitchen has nothing today, which is no failure.
  public var isEmpty: Bool { screen?.content == .menu([]) }

  /// Fetches once.
  public func refresh() {
    live.press(.refresh(of: "menu"))
  }

  /// Presses a button of the failure.
  public func choose(_ option: RecoveryOptionID) {
    guard let failure = screen?.failure else { return }
    live.press(.option(option, failureId: failure.failureId))
  }
}
