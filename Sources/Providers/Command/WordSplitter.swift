/// Takes a command line apart as a POSIX shell does (XCU sections 2.2 and 2.3), and does nothing else of what
/// a shell does: `$`, `*`, `~` and `#` are characters like others.
///
/// `'…'` holds everything; in `"…"` a backslash quotes `$`, `` ` ``, `"` and `\`; elsewhere it quotes any
/// character. A backslash before a line's end joins the lines. What a shell would take for an operator is
/// refused, since no shell will see it: it has to be quoted.
struct WordSplitter {
  /// What cannot be taken apart, and where: characters from the start of the line, from 0.
  enum Fault: Error, Hashable {
    case openQuote(Int)
    case danglingBackslash(Int)
    case shellOperator(Unicode.Scalar, Int)
  }

  private let line: [Unicode.Scalar]
  private var index = 0
  private var words: [String] = []
  /// The word that is being read; nil between words, as an empty word can be quoted.
  private var word: String.UnicodeScalarView?

  static func words(of line: some StringProtocol) throws(Fault) -> [String] {
    var splitter = WordSplitter(line: Array(line.unicodeScalars))
    return try splitter.split()
  }

  private init(line: [Unicode.Scalar]) {
    self.line = line
  }

  private mutating func split() throws(Fault) -> [String] {
    while index < line.count {
      switch line[index] {
      case " ", "\t", "\n", "\r": endWord()
      case "'": try readSingleQuoted()
      case "\"": try readDoubleQuoted()
      case "\\": try readEscaped()
      case let scalar where "|&;<>()`".unicodeScalars.contains(scalar):
        throw .shellOperator(scalar, index)
      default: append(line[index])
      }
      index += 1
    }
    endWord()
    return words
  }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    word = word ?? String.UnicodeScalarView()
    word?.append(scalar)
  }

  /// Leaves the index at the closing quote.
  private mutating func readSingleQuoted() throws(Fault) {
    let start = index
    guard let end = line[(start + 1)...].firstIndex(of: "'") else { throw .openQuote(start) }
    word = (word ?? String.UnicodeScalarView()) + line[(start + 1)..<end]
    index = end
  }

  private mutating func readDoubleQuoted() throws(Fault) {
    let start = index
    word = word ?? String.UnicodeScalarView()
    index += 1
    while index < line.count, line[index] != "\"" {
      if line[index] == "\\", index + 1 < line.count, "$`\"\\\n".unicodeScalars.contains(line[index + 1]) {
        try readEscaped()
      } else {
        append(line[index])
      }
      index += 1
    }
    guard index < line.count else { throw .openQuote(start) }
  }

  private mutating func readEscaped() throws(Fault) {
    guard index + 1 < line.count else { throw .danglingBackslash(index) }
    index += 1
    if line[index] != "\n" { append(line[index]) }
  }
}
