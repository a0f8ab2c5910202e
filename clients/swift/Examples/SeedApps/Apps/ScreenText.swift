public import StatusdScreen

/// A screen in lines of text, for a terminal.
@MainActor
public struct ScreenText {
  private let screen: Screen
  private let names: [String]

  /// Of one screen: these parts, in this order.
  public init(_ screen: Screen, _ names: [String]) {
    self.screen = screen
    self.names = names
  }

  /// From above: the parts, the location, the notice, the alert, the help.
  public var lines: [String] {
    let parts = names.flatMap { name in screen.parts[name].map { text(name, $0) } ?? [] }
    let below = [
      screen.location.map(text), screen.notice.map { [$0] }, screen.alert.map { ["alert"] + text($0) },
    ]
    return parts + below.compactMap { $0 }.joined() + (screen.help.map { [$0.markdown] } ?? [])
  }

  private func text(_ name: String, _ part: ScreenPart) -> [String] {
    let attempt = part.attempt.map { "attempt \($0.number) of \($0.of)" }
    let polling = part.polling.map { $0.on ? "polling \($0.next ?? "")" : "not polling" }
    let head = [name, part.phase.rawValue, part.age, attempt, polling].compactMap { $0 }
    return [head.joined(separator: ", ")] + (part.content.map(text) ?? []) + (part.failure.map(text) ?? [])
  }

  private func text(_ content: ScreenContent) -> [String] {
    switch content {
    case .fleet(let items): items.map { "  \($0.label)" }
    case .menu(let sections): sections.isEmpty ? ["  nothing today"] : sections.flatMap(text)
    case .value(let value): Outline.rows(of: value).flatMap(\.lines).map { "  \($0)" }
    }
  }

  private func text(_ section: MenuSection) -> [String] {
    ["  \(section.category)"] + section.items.map { "    \($0.name)\($0.spicy ? " 🌶" : "")  \($0.price)" }
  }

  private func text(_ place: ScreenPlace) -> [String] {
    let coordinate = place.coordinate.map { "\($0.latitude), \($0.longitude)" }
    let head = ["location", place.phase.rawValue, coordinate, place.age].compactMap { $0 }
    return [head.joined(separator: ", ")] + (place.failure.map(text) ?? [])
  }

  private func text(_ box: ScreenBox) -> [String] {
    let wait = box.countdown.map { ["  wait \($0) s"] } ?? []
    return ["  \(box.title)", "  \(box.message)"] + wait + [box.buttons.map(text).joined()]
  }

  private func text(_ button: ScreenButton) -> String {
    let title = button.running ? "\(button.title) …" : button.title
    return button.enabled ? "  [\(title)]" : "  (\(title))"
  }
}
