import Engine
import Jansson
import Reactor
import StatusCore

/// Decides by conditions: `unless` is looked at first, and one of each list is enough.
@LoopActor
final class ConditionJudge: ValueJudge {
  private let questions: [(condition: Condition, reason: WaitOutcome.Reason)]
  /// What stood at the place of each when the wait began, or in the first value; nil while there was no value.
  private var before: [[UInt8]?]?

  init(until: [Condition], unless: [Condition]) {
    questions = unless.map { ($0, .unless) } + until.map { ($0, .met) }
  }

  var count: Int { questions.count }

  func begin(with value: ResourceValue?) {
    guard before == nil, let value else { return }
    before = questions.map { $0.condition.test == .changed ? $0.condition.part(of: value.text) : nil }
  }

  func ask(_ question: Int, of value: ResourceValue) -> WaitOutcome.Reason? {
    begin(with: value)
    let (condition, reason) = questions[question]
    return condition.holds(in: value.text.span, after: before?[question]) ? reason : nil
  }
}
