import Jansson
import Text

/// A condition of `--until` or `--unless`, with the word that says it.
struct ConditionWord: Hashable, Sendable {
  let text: String
  let condition: Condition

  /// The most conditions of one option: those of the method waitFor.
  static let most = Condition.mostInList
}

extension GivenOption {
  /// - Throws: What was probably meant, for a word that is no condition and for one that would never hold.
  var condition: ConditionWord {
    get throws(CommandEnd) {
      let meant = MeantCondition(by: text)
      let condition: Condition
      do throws(Condition.WordError) {
        condition = try Condition(word: text)
      } catch {
        throw mistake(error.expectation + advice(meant))
      }
      guard let oddity = meant.oddity else { return ConditionWord(text: text, condition: condition) }
      throw mistake(oddity + advice(meant))
    }
  }

  private func advice(_ meant: MeantCondition) -> String {
    guard let word = meant.word, let shown = ShellWords.line(of: [word]) else { return "" }
    return "; did you mean \(name) \(shown)?"
  }
}
