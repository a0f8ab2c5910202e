import Reactor

/// The command line of this process, as a person gives it again.
struct PastedCommand {
  private let words: [String]

  /// The name of the program, as it was given.
  let program: String

  /// - Returns: Nil for a command line that would wait for what was on standard input, that says by itself where its
  ///   options end, or that holds what cannot be shown.
  init?(_ words: [String] = ProcessArguments.all) {
    guard let first = words.first, !words.contains("-"), !words.contains("--"),
      let program = ShellWords.line(of: [first]), ShellWords.line(of: words) != nil
    else { return nil }
    (self.words, self.program) = (words, program)
  }

  /// The command line with more options, in the place of a `--recover` that it has.
  func line(adding options: [String]) -> String? {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--recover" {
        _ = rest.popFirst()
      } else if !word.hasPrefix("--recover=") {
        kept.append(word)
      }
    }
    return ShellWords.line(of: kept + options)
  }
}
