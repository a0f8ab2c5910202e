import Jansson
import Text

/// A line for a custom module of Waybar with `"return-type": "json"`, waybar-custom(5).
enum WaybarForm {
  static func line(_ text: String, _ state: WatchedState, _ look: WatchedClass) -> String {
    JSONText { json in
      json.object { json in
        json.member("text", escaped(text))
        json.member("alt", look.name)
        json.member("tooltip", escaped(state.details(look)))
        json.member("class", look.name)
      }
    }.description
  }

  /// Waybar takes the text for Pango markup, in which these three characters begin something.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", by: "&amp;").replacing("<", by: "&lt;").replacing(">", by: "&gt;")
  }
}
