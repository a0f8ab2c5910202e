/// One command: its help, its part of the man page, its completions and the reader of its words follow from what it
/// says here.
///
/// ``Statusd/commands`` lists them all.
protocol Command: Sendable {
  /// As it is typed.
  static var name: String { get }
  /// What it does, in a sentence.
  static var abstract: String { get }
  /// What else its help says, and examples.
  static var discussion: String { get }
  /// The words that it takes beside its options, those that it needs first.
  static var arguments: [Argument] { get }
  static var options: [OptionGroup<Self>] { get }
  /// What a person should do who gives it too many words, as the end of a sentence; nil for nothing in particular.
  static var surplusAdvice: String? { get }

  init()

  /// Reads the words behind its name.
  ///
  /// A requirement, so that the compiler makes a reader for each command: one for all would look up its types by their
  /// names, which costs a start more than everything else that is read here.
  ///
  /// - Throws: The first word that does not fit; otherwise all that is wrong with arguments of options.
  static func read(_ words: ArraySlice<String>, isNamed: Bool) throws(CommandEnd) -> Self

  /// Takes the words that belong to no option: as many as ``arguments`` says.
  mutating func take(_ words: [String]) throws(CommandEnd)

  /// - Returns: The exit status.
  func run() throws(CommandEnd) -> CInt
}

extension Command {
  static var arguments: [Argument] { [] }
  static var options: [OptionGroup<Self>] { [] }
  static var surplusAdvice: String? { nil }
  mutating func take(_ words: [String]) throws(CommandEnd) {}
}

extension Command {
  /// The options without what reads them, by their groups.
  static var groups: [(title: String?, options: [OptionForm])] {
    options.map { group in (group.title, group.options.map { $0.form }) }
  }

  static var forms: [OptionForm] { groups.flatMap(\.options) }

  /// How many words it takes that belong to no option.
  static var mostWords: Int { arguments.contains(where: \.isRepeatable) ? .max : arguments.count }

  static func read(_ words: ArraySlice<String>) throws(CommandEnd) -> Self {
    try read(words, isNamed: true)
  }

  static func read(_ words: ArraySlice<String>, isNamed: Bool) throws(CommandEnd) -> Self {
    var command = Self()
    // Most starts have no words, and need no table.
    let options = words.isEmpty ? [] : options.flatMap { $0.options }
    let sorted = try SortedWords(words, of: Self.self, options.map { $0.form }, isNamed: isNamed)
    var mistakes = Mistakes()
    for index in options.indices {
      for text in sorted.texts(ofOption: index) {
        try mistakes.collect { () throws(CommandEnd) in
          try options[index].read(&command, GivenOption(name: options[index].form.name, text: text))
        }
      }
    }
    try mistakes.collect { () throws(CommandEnd) in try command.take(sorted.others) }
    try mistakes.throwIfAny()
    return command
  }
}
