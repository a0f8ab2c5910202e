import Text

/// A line for a script module of Polybar with `tail = true`.
enum PolybarForm {
  static func line(_ text: String, _ colour: BarColour?) -> String {
    let text = escaped(text)
    return colour.map { "%{F\($0.hexadecimal)}\(text)%{F-}" } ?? text
  }

  /// `%{` begins a tag and has no escape, so an empty tag stands between both characters: `%{T-}` is the usual font.
  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "{", escaped.last == "%" { escaped += "%{T-}".unicodeScalars }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

/// A line for `#(…)` in tmux(1), which shows the last line of a program that runs on.
enum TmuxForm {
  static func line(_ text: String, _ colour: BarColour?) -> String {
    // `#[`, `#{` and `#(` would be a style, a format and a command.
    let text = text.replacing("#", by: "##")
    return colour.map { "#[fg=\($0.name)]\(text)#[fg=default]" } ?? text
  }
}
