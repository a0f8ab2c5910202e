import Jansson

/// Holds conditions to the table of docs/command-line.md, asked of a tree.
enum ConditionInvariants {
  static func check(_ input: LookupInput) throws(Violation) {
    // The values of resources have no such objects.
    guard !input.value.flaws.contains(.duplicate) else { return }
    let reference = ConditionReference(input.word)
    let condition: Condition
    do throws(Condition.WordError) {
      condition = try Condition(word: input.word)
    } catch {
      guard case .refused(error) = reference else {
        throw Violation("\(input.word.debugDescription) is refused: \(error)")
      }
      return
    }
    guard case .asks(_, let test) = reference else {
      throw Violation("\(input.word.debugDescription) is a condition")
    }
    if case .equals(let value, _) = test, value.flaws.contains(.duplicate) { return }
    guard let expected = reference.holds(in: input.value) else { return }
    let holds = condition.holds(in: input.text.span)
    try require(holds == expected, "\(input.word.debugDescription) of \(input.text.quoted) is \(holds)")
  }
}
