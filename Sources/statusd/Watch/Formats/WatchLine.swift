import Jansson

extension WatchFormat {
  /// The line for a state; nil for the format whose line is the snapshot.
  ///
  /// - Parameter palette: Where colours may be.
  func line(of state: WatchedState, age: String?, _ palette: Palette) -> String? {
    if form == .json { return nil }
    let text = state.text(template, age: age, isAlone: hasTextAlone)
    let look = classes.watchedClass(of: state, age: age)
    let colour = palette.ofBar ? look.colour : nil
    return switch form {
    case .json, .plain: text
    case .waybar: WaybarForm.line(text, state, look)
    case .i3blocks: I3BarForm.block(text, state, look, colour).description
    case .i3bar: "[\(I3BarForm.block(text, state, look, colour))],"
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

extension WatchedClass {
  /// Nil for the usual colour of the bar.
  fileprivate var colour: BarColour? {
    switch name {
    case "failed": BarColour(hexadecimal: "#DC322F", name: "red")
    case "warning", "stale": BarColour(hexadecimal: "#B58900", name: "yellow")
    default: nil
    }
  }
}
