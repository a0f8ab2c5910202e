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
    var text = text.replacing("#", by: "##")
    // Otherwise the last one would escape the style that follows, ours or tmux's own: an empty one is between them.
    if text.utf8.last == UInt8(ascii: "#") { text += "#[]" }
    return colour.map { "#[fg=\($0.name)]\(text)#[fg=default]" } ?? text
  }
}
