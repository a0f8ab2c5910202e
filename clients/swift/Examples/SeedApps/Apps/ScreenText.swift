public import StatusdScreen

/// A screen in lines of text, for a terminal.
public struct ScreenText {
  private let screen: Screen

  /// Of one screen.
  public init(_ screen: Screen) {
    self.screen = screen
  }

  /// From above: the resources, the location, the alert.
  public var lines: [String] {
    let alert = screen.alert.map { ["alert"] + text($0) } ?? []
    let help = screen.help.map { [$0.markdown] } ?? []
    return screen.resources.flatMap(text) + text(screen.location) + alert + help
  }

  private func text(_ resource: ResourceScreen) -> [String] {
    let attempt = resource.attempt.map { "attempt \($0.number) of \($0.of)" }
    let polling = resource.polling.map { $0.isOn ? "polling \($0.next ?? "")" : "not polling" }
    let head = [resource.name, resource.phase.rawValue, resource.age, attempt, polling].compactMap { $0 }
    return [head.joined(separator: ", ")] + (resource.content.map(text) ?? [])
      + (resource.failure.map(text) ?? [])
  }

  private func text(_ content: ResourceScreen.Content) -> [String] {
    switch content {
    case .fleet(let items): items.map { "  \($0.label)" }
    case .menu(let sections): sections.isEmpty ? ["  nothing today"] : sections.flatMap(text)
    case .any(let value): ["  \(value)"]
    }
  }

  private func text(_ section: MenuSection) -> [String] {
    ["  \(section.category)"] + section.items.map { "    \($0.name)\($0.spicy ? " 🌶" : "")  \($0.price)" }
  }

  private func text(_ location: LocationScreen) -> [String] {
    let place = location.coordinate.map { "\($0.latitude), \($0.longitude)" }
    let head = ["location", location.phase.rawValue, place, location.age].compactMap { $0 }
    return [head.joined(separator: ", ")] + (location.failure.map(text) ?? [])
  }

  private func text(_ failure: FailureScreen) -> [String] {
    let wait = failure.countdown.map { ["  wait \($0) s"] } ?? []
    return ["  \(failure.title)", "  \(failure.message)"] + wait + [failure.buttons.map(text).joined()]
  }

  private func text(_ button: OptionButton) -> String {
    let title = button.isRunning ? "\(button.title) …" : button.title
    return button.isEnabled ? "  [\(title)]" : "  (\(title))"
  }
}
