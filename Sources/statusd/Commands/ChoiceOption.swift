import ArgumentParser
import Text

/// An option that takes one of some words.
///
/// No option has a type that the library converts to: what cannot be converted it repeats, whatever stands there,
/// at whatever length.
enum ChoiceOption {
  /// The choice that was made; nil for none.
  static func choice<Choice>(
    _ text: String?, of option: String
  ) throws -> Choice? where Choice: CaseIterable & RawRepresentable<String> {
    guard let text else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    let advice = text.nearest(in: known).map { "; did you mean \($0)?" } ?? ""
    throw ValidationError("\(option) must be one of \(known.joined(separator: ", "))\(advice)")
  }
}
