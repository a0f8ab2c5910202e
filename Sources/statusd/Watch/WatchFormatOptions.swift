import ArgumentParser

/// The options of `watch` that say how a line looks.
struct WatchFormatOptions: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      """
      How a line looks: json (the default in a pipe), plain (the default on a terminal), waybar, i3blocks, i3bar, \
      polybar, tmux, or a template like '{value.couriers.length} couriers, {age}'.
      """,
      valueName: "format"),
    completion: .list(WatchFormat.names))
  var format: String?

  @Option(
    name: .customLong("text"),
    help: ArgumentHelp("The text in the format of a bar: a template.", valueName: "template"))
  var text: String?

  @Option(
    name: .customLong("class-when"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      The class of values for which a condition holds, like failed:/conclusion=failure; may be repeated, and the \
      first that holds counts. failed is red, warning and stale are yellow.
      """,
      valueName: "class:condition"))
  var classRules: [String] = []

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp(
      "The class of a value for which no rule holds: a template like '{value.state}'.", valueName: "template")
  )
  var classTemplate: String?
}
