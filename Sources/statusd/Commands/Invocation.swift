import Text

/// What a command line asks for.
enum Invocation {
  case run(any Command)
  /// nil for the help of the whole program.
  case help((any Command.Type)?)
  case version

  /// More than anybody types.
  private static let mostWords = 1_000

  init(_ words: [String]) throws(CommandEnd) {
    guard words.count <= Self.mostWords else {
      throw .mistake(
        "there are more than \(Self.mostWords) arguments; --config names a file that may hold more")
    }
    if words.first == "help" {
      self = .help(try Self.command(ofHelp: words.dropFirst().first))
    } else if words.count == 1, words[0] == "-V" || words[0] == "version" {
      self = .version
    } else {
      self = try Self.of(AskedCommand(words))
    }
  }

  private static func of(_ asked: AskedCommand) throws(CommandEnd) -> Invocation {
    if StandardOption.help.isAmong(asked.words) {
      return .help(asked.isNamed || asked.words.count > 1 ? asked.type : nil)
    }
    if StandardOption.version.isAmong(asked.words) { return .version }
    return .run(try asked.type.read(asked.words, isNamed: asked.isNamed))
  }

  private static func command(ofHelp word: String?) throws(CommandEnd) -> (any Command.Type)? {
    guard let word else { return nil }
    if let command = Statusd.command(named: word) { return command }
    let advice = word.nearest(in: Statusd.commands.map { $0.name }).map { "; did you mean \($0)?" } ?? ""
    throw .mistake("help is for the name of a command\(advice)")
  }
}
