/// What the command line says of how a line of `watch` looks.
struct WatchFormatOptions: Sendable {
  var format: String?
  var text: String?
  var classRules: [String] = []
  var classTemplate: String?
}

extension OptionGroup<WatchCommand> {
  static var lines: Self {
    OptionGroup(
      title: "Lines",
      options: [
        Option(
          "--format", "format",
          """
          How a line looks: json (the default in a pipe), plain (the default on a terminal), waybar, i3blocks, i3bar, \
          polybar, tmux, or a template like '{value.couriers.length} couriers, {age}'.
          """, completion: .choices(of: WatchFormat.Form.self)
        ) { $0.lines.format = $1.text },
        Option("--text", "template", "The text in the format of a bar: a template.") {
          $0.lines.text = $1.text
        },
        Option(
          "--class-when", "class:condition",
          """
          The class of values for which a condition holds, like failed:/conclusion=failure; may be repeated, and the \
          first that holds counts. failed is red, warning and stale are yellow.
          """, isRepeatable: true
        ) { $0.lines.classRules.append($1.text) },
        Option(
          "--class", "template",
          "The class of a value for which no rule holds: a template like '{value.state}'."
        ) { $0.lines.classTemplate = $1.text },
      ])
  }
}
