import Engine

extension Setting<Configuration.Watch> {
  /// The keys of `watch.NAME`.
  static let ofWatch: [Self] = [
    template("text", \.text, "The text of a line in the format of a bar, as with `--text`."),
    template(
      "class", \.classTemplate,
      "The class of a value for which no rule holds, as with `--class`."),
    Setting(
      key: "classWhen", form: .classRules,
      summary:
        "Rules `CLASS:CONDITION` for the class of a value, as with `--class-when`: the first that holds counts."
    ) {
      if case .classRules(let rules) = $0 { $1.classRules = rules }
    } current: {
      $0.classRules.isEmpty ? nil : .classRules($0.classRules)
    },
  ]

  private static func template(
    _ key: String, _ place: SettingPlace<Configuration.Watch, String?>, _ summary: String
  ) -> Self {
    Setting(key: key, form: .template(isLocation: false), summary: summary) { value, watch in
      if case .template(let text) = value { watch[keyPath: place] = text }
    } current: {
      $0[keyPath: place].map { .template($0) }
    }
  }
}
