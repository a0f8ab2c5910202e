/// Takes a command line apart as a POSIX shell does (XCU sections 2.2 and 2.3), and does nothing else of what
/// a shell does: `$`, `*`, `~` and `#` are characters like others.
///
/// `'…'` holds everything; in `"…"` a backslash quotes `$`, `` ` ``, `"` and `\`; elsewhere it quotes any
/// character. A backslash before a line's end joins the lines. What a shell would take for an operator is
/// refused, since no shell will see it: it has to be quoted.
///
/// `{name}` outside quotes is a parameter of a ``Template``; within them it stands for itself, as in `awk '{print}'`.
struct WordSplitter {
  /// What cannot be taken apart, and where: characters from the start of the line, from 0.
  enum Fault: Error, Hashable {
    case openQuote(Int)
    case danglingBackslash(Int)
    case shellOperator(Unicode.Scalar, Int)
  }

  private let line: [Unicode.Scalar]
  private var index = 0
  private var words: [Template] = []
  /// The word that is being read; nil between words, as an empty word can be quoted.
  private var word: Template?

  static func words(of line: some StringProtocol) throws(Fault) -> [String] {
    try templates(of: line).map(\.text)
  }

  static func templates(of line: some StringProtocol) throws(Fault) -> [Template] {
    var splitter = WordSplitter(line: Array(line.unicodeScalars))
    return try splitter.split()
  }

  private init(line: [Unicode.Scalar]) {
    self.line = line
  }

  private mutating func split() throws(Fault) -> [Template] {
    while index < line.count {
      switch line[index] {
      case " ", "\t", "\n", "\r": endWord()
      case "'": try readSingleQuoted()
      case "\"": try readDoubleQuoted()
      case "\\": try readEscaped()
      case let scalar where "|&;<>()`".unicodeScalars.contains(scalar):
        throw .shellOperator(scalar, index)
      case "{": readBrace()
      default: append(line[index])
      }
      index += 1
    }
    endWord()
    return words
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    word = word ?? Template()
    word?.append(scalar)
  }

  /// Leaves the index at the closing brace of a parameter, or at a brace that is a character like others.
  private mutating func readBrace() {
    guard let name = Template.parameter(at: index, of: line) else { return append("{") }
    word = word ?? Template()
    word?.append(parameter: name)
    index += name.unicodeScalars.count + 1
  }

  /// Leaves the index at the closing quote.
  private mutating func readSingleQuoted() throws(Fault) {
    let start = index
    guard let end = line[(start + 1)...].firstIndex(of: "'") else { throw .openQuote(start) }
    word = word ?? Template()
    for scalar in line[(start + 1)..<end] { append(scalar) }
    index = end
  }

  private mutating func readDoubleQuoted() throws(Fault) {
    let start = index
    word = word ?? Template()
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
