import Jansson

/// A block of the i3bar protocol (https://i3wm.org/docs/i3bar-protocol.html), which i3blocks takes too.
enum I3BarForm {
  /// The header, and the beginning of an array that never ends.
  static let header = #"{"version":1,"click_events":true}"# + "\n["

  static let name = "statusd"

  static func block(_ text: String, _ state: WatchedState, _ look: WatchedClass, _ colour: BarColour?)
    -> JSONText
  {
    JSONText { json in
      json.object { json in
        json.member("name", name)
        json.member("instance", state.name)
        json.member("full_text", text)
        json.member("color", colour?.hexadecimal)
        // A failure over a good value is red and no more.
        json.member("urgent", look.isFailed && (state.failure == nil || !state.hasValue) ? true : nil)
        // Otherwise the text would be Pango markup wherever the bar's configuration says so.
        json.member("markup", "none")
        // Names that begin with _ are everybody's own: statusd-bar reads this one.
        json.member("_class", look.name)
      }
    }
  }
}
