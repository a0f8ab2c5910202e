import Jansson

extension WatchFormat {
  /// The line for a state.
  ///
  /// - Parameter isColoured: Whether the bar may show the severity as a colour.
  func line(of state: WatchedState, age: Age?, isColoured: Bool) -> String {
    let text = state.text(template, age: age)
    let colour = isColoured ? state.severity.colour : nil
    return switch form {
    case .json: state.json.description
    case .plain: text
    case .waybar: WaybarForm.line(text, state)
    case .i3blocks: I3BarForm.block(text, state, colour).description
    case .i3bar: "[\(I3BarForm.block(text, state, colour))],"
    case .polybar: PolybarForm.line(text, colour)
    case .tmux: TmuxForm.line(text, colour)
    }
  }
}

/// A colour in the notation of each bar.
struct BarColour {
  /// `#RRGGBB`.
  let hexadecimal: String
  /// A colour of the terminal's own, which fits its theme.
  let name: String
}

extension WatchedState.Severity {
  /// Nil for the usual colour of the bar.
  fileprivate var colour: BarColour? {
    switch self {
    case .loading, .ok: nil
    case .stale: BarColour(hexadecimal: "#B58900", name: "yellow")
    case .failed: BarColour(hexadecimal: "#DC322F", name: "red")
    }
  }
}
