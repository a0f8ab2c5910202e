import Engine
import StatusCore
import Text

/// An option as it was given, for the row that reads it.
///
/// What was given is repeated nowhere: an argument may be a secret that came here by a mistake.
struct GivenOption {
  let name: String
  let text: String

  /// - Parameter rest: What stands behind the name in a sentence.
  func mistake(_ rest: String) -> CommandEnd { .mistake("\(name) \(rest)") }

  /// One of some words.
  func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(CommandEnd) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    throw mistake("must be \(text.notOne(of: Choice.allCases.map(\.rawValue)))")
  }

  func seconds(in range: ClosedRange<Double>) throws(CommandEnd) -> Duration {
    // NaN is in no range.
    guard let seconds = Double(text), range ~= seconds else {
      let bounds = [range.lowerBound, range.upperBound].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
      throw mistake("must be between \(bounds[0]) and \(bounds[1]) seconds")
    }
    return Duration(nearest: seconds)
  }
}

extension String {
  /// What the string must be that is none of these words, with the one that was probably meant.
  func notOne(of words: [String]) -> String {
    "one of \(words.joined(separator: ", "))" + (nearest(in: words).map { "; did you mean \($0)?" } ?? "")
  }
}
