import StatusServer
import Text

/// The words behind the name of a command: its options, with what was given for each, and all others.
///
/// Of words that do not fit nothing is repeated but the names of options, and those only if they look like one: a
/// mistyped option or a missing pair of quotes makes a word of its own of a source's password.
struct SortedWords {
  /// The options that were given, by their index in the table: the words of each in their order.
  private var given: [[String]]
  /// The words that belong to no option.
  private(set) var others: [String] = []

  private let command: any Command.Type
  private let options: [OptionForm]
  private let isNamed: Bool

  /// - Parameter isNamed: Whether a word has named the command.
  init(
    _ words: ArraySlice<String>, of command: any Command.Type, _ options: [OptionForm], isNamed: Bool
  ) throws(CommandEnd) {
    (self.command, self.options, self.isNamed) = (command, options, isNamed)
    given = Array(repeating: [], count: options.count)
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        for word in rest { try takeOther(word) }
        break
      }
      if word.hasPrefix("-"), word != "-" {
        try takeOption(word, &rest)
      } else {
        try takeOther(word)
      }
    }
    let missing = command.arguments.dropFirst(others.count).compactMap(\.need).first
    if let missing { throw .mistake("\(command.name) needs \(missing)") }
  }

  /// What was given for an option and counts: all of it, or the last.
  func texts(ofOption index: Int) -> ArraySlice<String> {
    options[index].isRepeatable ? given[index][...] : given[index].suffix(1)
  }

  private mutating func takeOption(_ word: String, _ rest: inout ArraySlice<String>) throws(CommandEnd) {
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = equals.map { String(word[..<$0]) } ?? word
    guard let index = options.firstIndex(where: { $0.name == name }) else { throw unknown(name) }
    guard options[index].argument != nil else {
      return given[index].append(try wordOfFlag(options[index], behind: equals, in: word))
    }
    let text = equals.map { String(word[word.utf8.index(after: $0)...]) } ?? rest.popFirst()
    // A word of its own that begins with a dash is the next option.
    guard let text, equals == nil ? !text.hasPrefix("-") || text == "-" : !text.isEmpty else {
      throw .mistake("\(name) needs a value; one that begins with - is given as \(name)=…")
    }
    given[index].append(text)
  }

  /// What stands behind the equals sign of an option without an argument; empty for nothing.
  private func wordOfFlag(
    _ option: OptionForm, behind equals: String.Index?, in word: String
  ) throws(CommandEnd) -> String {
    guard let equals else { return "" }
    let text = String(word[word.utf8.index(after: equals)...])
    if option.words.contains(text) { return text }
    guard let only = option.words.first else { throw .mistake("\(option.name) takes no value") }
    throw .mistake("\(option.name) takes no value but \(only), as \(option.name)=\(only)")
  }

  private mutating func takeOther(_ word: String) throws(CommandEnd) {
    guard others.count < command.mostWords else {
      throw .mistake("an argument belongs to no option and is no command" + advice(for: word))
    }
    others.append(word)
  }

  // MARK: Near misses

  private func unknown(_ name: String) -> CommandEnd {
    let known = options.map(\.name) + StandardOption.allNames
    if let advice = MeantOptions.advice(for: name, among: known) {
      return .mistake("\(name) is no option; \(advice)")
    }
    let isLong = name.hasPrefix("--") && 3...24 ~= name.utf8.count
    let isPlain = name.utf8.allSatisfy { $0 == 0x2D || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
    // Behind one dash stands a letter, or a cluster of them that may be anything.
    guard isLong, isPlain else { return .mistake("an argument that begins with - is no option") }
    return .mistake("\(name) is no option" + (name.nearest(in: known).map { "; did you mean \($0)?" } ?? ""))
  }

  /// The end of a sentence about a word that is too much.
  private func advice(for word: String) -> String {
    guard !isNamed else { return command.surplusAdvice.map { "; \($0)" } ?? "" }
    if let near = word.nearest(in: Statusd.commands.map { $0.name }) { return "; did you mean \(near)?" }
    let method = word.nearest(in: MethodDescription.all.map(\.name))
    return method.map { "; did you mean statusd call \($0)?" } ?? ""
  }
}
