import Text

/// One key of the configuration: its name, what it may hold, and where that goes.
///
/// The reader, docs/configuration.md and schema/configuration.schema.json all follow the tables of these
/// (`SettingsTableTests` compares them). `Root` is what the key belongs to: the configuration or a resource.
struct Setting<Root: Sendable>: Sendable {
  /// With dots, below its root: `retry.attempts`.
  let key: String
  let form: SettingForm
  private let words: String
  /// Puts what was read in its place.
  let assign: @Sendable (SettingValue, inout Root) -> Void
  /// What stands in its place; the default, in a value that nothing was assigned to.
  let current: @Sendable (Root) -> SettingValue?

  init(
    key: String, form: SettingForm, summary: String,
    assign: @escaping @Sendable (SettingValue, inout Root) -> Void,
    current: @escaping @Sendable (Root) -> SettingValue?
  ) {
    (self.key, self.form, words) = (key, form, summary)
    (self.assign, self.current) = (assign, current)
  }

  /// What it says, for the schema and the documentation; the row of a source leaves out which ones there are.
  var summary: String {
    form.sources.map { forms in "\(words): \(forms.map { "`\($0)`" }.alternatives)." } ?? words
  }

  /// The key as names one below the other.
  var path: [String] { key.split(separator: ".").map(String.init) }
}

// Key paths of value types without captures are Sendable; the compiler wants it said.
typealias SettingPlace<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

extension Setting {
  static func seconds(
    _ key: String, _ range: ClosedRange<Double>, _ place: SettingPlace<Root, Duration>, _ summary: String
  ) -> Self {
    Setting(key: key, form: .seconds(range), summary: summary) { value, root in
      if case .seconds(let duration) = value { root[keyPath: place] = duration }
    } current: {
      .seconds($0[keyPath: place])
    }
  }

  /// A time that may be left out.
  static func seconds(
    _ key: String, _ range: ClosedRange<Double>, _ place: SettingPlace<Root, Duration?>, _ summary: String
  ) -> Self {
    Setting(key: key, form: .seconds(range), summary: summary) { value, root in
      if case .seconds(let duration) = value { root[keyPath: place] = duration }
    } current: {
      $0[keyPath: place].map { .seconds($0) }
    }
  }

  static func integer(
    _ key: String, _ range: ClosedRange<Int>, unit: SettingForm.Unit = .count,
    _ place: SettingPlace<Root, Int>, _ summary: String
  ) -> Self {
    Setting(key: key, form: .integer(range, unit: unit), summary: summary) { value, root in
      if case .integer(let number) = value { root[keyPath: place] = number }
    } current: {
      .integer($0[keyPath: place])
    }
  }

  static func boolean(_ key: String, _ place: SettingPlace<Root, Bool>, _ summary: String) -> Self {
    Setting(key: key, form: .boolean, summary: summary) { value, root in
      if case .boolean(let isTrue) = value { root[keyPath: place] = isTrue }
    } current: {
      .boolean($0[keyPath: place])
    }
  }

  static func text(
    _ key: String, _ form: SettingForm, _ place: SettingPlace<Root, String>, _ summary: String
  ) -> Self {
    Setting(key: key, form: form, summary: summary) { value, root in
      if case .text(let text) = value { root[keyPath: place] = text }
    } current: {
      .text($0[keyPath: place])
    }
  }

  /// A string that may be left out.
  static func text(
    _ key: String, _ form: SettingForm, _ place: SettingPlace<Root, String?>, _ summary: String
  ) -> Self {
    Setting(key: key, form: form, summary: summary) { value, root in
      if case .text(let text) = value { root[keyPath: place] = text }
    } current: {
      $0[keyPath: place].map { .text($0) }
    }
  }
}
