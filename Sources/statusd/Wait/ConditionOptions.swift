/// A command that ends when a condition holds.
protocol ConditionedCommand: Command {
  var conditions: ConditionOptions { get set }
}

/// What the command line says of conditions.
struct ConditionOptions: Sendable {
  var until: [ConditionWord] = []
  var unless: [ConditionWord] = []
}

extension OptionGroup where Root: ConditionedCommand {
  /// The options with conditions.
  static var conditions: Self {
    OptionGroup(
      title: "Conditions",
      options: [
        Option(
          "--until", "condition",
          """
          End with status 0 when this holds of the value: POINTER=JSON (what is no JSON is a string), POINTER!=JSON, \
          POINTER>=NUMBER, POINTER<=NUMBER, POINTER (is there), !POINTER, POINTER~ or changed (is another than before); \
          may be repeated, and one is enough.
          """, isRepeatable: true
        ) { command, given throws(CommandEnd) in
          try command.conditions.until.add(given)
        },
        Option(
          "--unless", "condition",
          "End with status 1 when this holds; it is looked at first, and may be repeated.", isRepeatable: true
        ) { command, given throws(CommandEnd) in
          try command.conditions.unless.add(given)
        },
      ])
  }
}

extension [ConditionWord] {
  fileprivate mutating func add(_ given: GivenOption) throws(CommandEnd) {
    let condition = try given.condition
    guard count < ConditionWord.most else {
      throw given.mistake("may be given \(ConditionWord.most) times at most")
    }
    append(condition)
  }
}
