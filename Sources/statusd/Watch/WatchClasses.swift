import Jansson
import Settings

/// What decides on the class of a value: the first rule that holds, else a template, else how fresh the value is.
struct WatchClasses {
  let template: LineTemplate?
  let rules: [ClassRule]

  /// The class of a state.
  ///
  /// A fetch that has failed is `failed`, whatever the value says, and an old value is not as well as it says.
  func watchedClass(of state: WatchedState, age: String?) -> WatchedClass {
    let usual = WatchedClass(name: state.severity.rawValue, reason: nil)
    guard state.severity == .ok || state.severity == .stale, let value = state.value,
      let own = ruled(value) ?? written(state, age)
    else { return usual }
    return state.severity == .ok || own.isFailed ? own : usual
  }

  private func ruled(_ value: [UInt8]) -> WatchedClass? {
    rules.first { $0.condition.holds(in: value.span) }.map { WatchedClass(name: $0.name, reason: $0.text) }
  }

  private func written(_ state: WatchedState, _ age: String?) -> WatchedClass? {
    guard let template else { return nil }
    let name = Self.word(template.text(of: state.members, value: state.value, age: age))
    return name.isEmpty ? nil : WatchedClass(name: name, reason: nil)
  }

  /// A text as a class: what a class cannot have is `-`.
  private static func word(_ text: String) -> String {
    String(
      decoding: text.utf8.prefix(ClassRule.longestName).map {
        ClassRule.isOfName($0) ? $0 : UInt8(ascii: "-")
      }, as: UTF8.self)
  }
}

/// The class of a state, and why it has it.
struct WatchedClass: Equatable {
  let name: String
  /// The condition that holds; nil without one.
  let reason: String?

  /// Whether something has failed that a person should look at.
  var isFailed: Bool { name == WatchedState.Severity.failed.rawValue }
}
