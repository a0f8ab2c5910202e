/// Options that the daemon reads itself, without the library, from words that make no mistake.
///
/// The library takes 14 million instructions to read one option, three times as many as the rest of a start. So what
/// is well-formed is read here. Everything else, help and mistakes among it, is the library's; a test holds both to
/// the same result.
protocol WellFormedOptions {
  init()

  /// The options without a value, with their dashes: few, and the type of a set costs a start 290,000 instructions.
  static var flags: [String] { get }

  /// Sets an option that has a value; the last one with the same name counts, as it does for the library.
  ///
  /// - Returns: Whether there is such an option.
  mutating func set(_ name: String, to value: String) -> Bool

  /// Sets an option of ``flags``.
  mutating func raise(_ flag: String)

  /// Takes a word that belongs to no option.
  ///
  /// - Returns: Whether the command takes it.
  mutating func take(_ word: String) -> Bool
}

extension WellFormedOptions {
  /// Reads the words behind the name of the command.
  ///
  /// - Returns: Nil for words that the library must read.
  init?(wellFormed words: ArraySlice<String>) {
    guard words.count <= Statusd.mostArguments else { return nil }
    self.init()
    var rest = words
    while let word = rest.popFirst() {
      guard word.utf8.starts(with: "--".utf8) else {
        guard !word.hasPrefix("-") || word == "-", take(word) else { return nil }
        continue
      }
      if Self.flags.contains(word) {
        raise(word)
        continue
      }
      let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
      let name = equals.map { String(word[..<$0]) } ?? word
      // A separate value must not begin with a dash, where the library sees the next option.
      let value = equals.map { String(word[word.utf8.index(after: $0)...]) } ?? rest.popFirst()
      guard let value, !value.isEmpty, equals != nil || !value.hasPrefix("-"), set(name, to: value) else {
        return nil
      }
    }
  }
}

extension SourceTexts {
  /// Sets one of the options; false if there is none of that name.
  mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--config": config = value
    case "--state": state = value
    case "--menu": menu = value
    case "--resource": resources.append(value)
    case "--location": location = value
    case "--store": store = value
    case "--seed": seed = value
    case "--scenario": scenario = value
    case "--clock": clock = value
    default: return false
    }
    return true
  }
}

extension LogTexts {
  /// Sets one of the options; false if there is none of that name.
  mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--log-level": level = value
    case "--log-format": format = value
    case "--log-file": file = value
    default: return false
    }
    return true
  }
}
