/// The command that a command line asks for, wherever its name stands.
struct AskedCommand {
  let type: any Command.Type
  /// Whether a word names it; otherwise it is the one that needs no name.
  let isNamed: Bool
  /// All words but that name.
  let words: ArraySlice<String>

  init(_ words: [String]) {
    guard let place = Self.placeOfName(in: words), let named = Statusd.command(named: words[place]) else {
      (type, isNamed, self.words) = (Serve.self, false, words[...])
      return
    }
    (type, isNamed) = (named, true)
    self.words = place == 0 ? words[1...] : (words[..<place] + words[(place + 1)...])
  }

  /// The command whose help describes what the words may be; nil for the help of the whole program.
  var helpName: String? {
    isNamed || words.first.map { $0.hasPrefix("-") } ?? true ? type.name : nil
  }

  /// Behind options, of whatever command, may stand its name; nil if none is named, or if a mistake stands before it.
  private static func placeOfName(in words: [String]) -> Int? {
    guard let first = words.first else { return nil }
    guard first.hasPrefix("--"), words.contains(where: { Statusd.command(named: $0) != nil }) else {
      return 0
    }
    let flags = Statusd.commands.flatMap { $0.forms }.filter { $0.argument == nil }.map(\.name)
    var index = 0
    while index < words.count, words[index].hasPrefix("--"), words[index] != "--" {
      let isWhole = (flags + StandardOption.allNames).contains(words[index]) || words[index].contains("=")
      index += isWhole ? 1 : 2
    }
    return index < words.count ? index : nil
  }
}
