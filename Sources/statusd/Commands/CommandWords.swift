/// The words of a command line in the order in which the library reads them.
enum CommandWords {
  /// The options without a value, of all commands.
  private static let flags = Set(ServeOptions.flags + CallOptions.flags).union([
    "--once", "--json", "--check",
  ])

  /// Moves the name of the command to the front where options stand before it.
  ///
  /// Words stay as they are if no command is named, or if a mistake stands before its name.
  static func arranged(_ words: [String]) -> [String] {
    var index = 0
    while index < words.count {
      let word = words[index]
      guard word.hasPrefix("--"), word != "--" else { break }
      index += flags.contains(word) || word.contains("=") ? 1 : 2
    }
    guard 0 < index, index < words.count, Statusd.commandNames.contains(words[index]) else { return words }
    return [words[index]] + words[..<index] + words[(index + 1)...]
  }

  /// The command whose help describes what arranged words may be; nil for the help of the whole program.
  static func command(of words: [String]) -> String? {
    guard let first = words.first else { return "serve" }
    if Statusd.commandNames.contains(first) { return first }
    return first.hasPrefix("-") ? "serve" : nil
  }
}
