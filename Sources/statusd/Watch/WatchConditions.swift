import Jansson

/// The conditions that end a watch: those of `--until` and of `--unless`.
struct WatchConditions {
  private var unless: [Question]
  private var until: [Question]
  /// The value that was asked last; an equal one is not asked again.
  private var asked: [UInt8]?
  private var hasBegun = false

  /// A condition, and what stood at its place before.
  private struct Question {
    let word: ConditionWord
    var before: [UInt8]?

    func holds(in value: [UInt8]) -> Bool { word.condition.holds(in: value.span, after: before) }
  }

  init(until: [ConditionWord] = [], unless: [ConditionWord] = []) {
    self.until = until.map { Question(word: $0) }
    self.unless = unless.map { Question(word: $0) }
  }

  var isEmpty: Bool { until.isEmpty && unless.isEmpty }

  /// Takes the value that is there at the start, beside which others have changed; without one, the first is.
  mutating func begin(with value: [UInt8]?) {
    guard !hasBegun, let value else { return }
    hasBegun = true
    for index in until.indices { until[index].before = until[index].word.condition.part(of: value) }
    for index in unless.indices { unless[index].before = unless[index].word.condition.part(of: value) }
  }

  /// How the watch ends because of its state; nil if it goes on.
  ///
  /// `unless` is asked first. A stale value may not be so any more, and is not asked.
  mutating func end(by state: WatchedState) -> WaitEnd? {
    guard state.isFresh, let value = state.value, value != asked else { return nil }
    begin(with: value)
    asked = value
    if unless.contains(where: { $0.holds(in: value) }) { return .unless }
    return until.contains { $0.holds(in: value) } ? .met : nil
  }

  /// The places that are probably misspelt; none while there is no value that is new.
  func lostPlaces(in state: WatchedState) -> [LostPlace] {
    guard state.isLoaded, let value = state.value else { return [] }
    return until.map(\.word).lostPlaces(of: "--until", in: value)
      + unless.map(\.word).lostPlaces(of: "--unless", in: value)
  }
}
