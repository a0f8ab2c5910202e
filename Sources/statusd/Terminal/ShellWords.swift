import Text

/// Words of a command line as a person pastes them into a shell.
enum ShellWords {
  /// The words with quotes where a POSIX shell needs them; nil for words that cannot be shown as they are.
  static func line(of words: [String]) -> String? {
    guard words.allSatisfy({ $0.visible == $0 }) else { return nil }
    return words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_@%+=:,./-".utf8.contains($0)
      }
    }
    guard word.isEmpty || !isPlain else { return word }
    return "'" + word.replacing("'", by: #"'\''"#) + "'"
  }

  /// A command line in lines that are no longer than a terminal is wide, with `\` at the end of each but the last.
  ///
  /// It is broken before an option, a pipe, or between two words, and never within quotes.
  static func broken(_ line: String, columns: Int) -> String {
    let indent = String(line.prefix { $0 == " " })
    // Two for the backslash and what stands before it.
    let room = columns - 2
    guard line.count > columns else { return line }
    var lines: [String] = []
    var current = ""
    for piece in pieces(of: line, atMost: room - indent.count - 2) {
      let start = lines.isEmpty ? indent : indent + "  "
      if !current.isEmpty, current.count + 1 + piece.count > room {
        lines.append(current)
        current = indent + "  " + piece
      } else {
        current += current.isEmpty ? start + piece : " " + piece
      }
    }
    return (lines + [current]).joined(separator: " \\\n")
  }

  /// The words, each option together with its value where both fit on a line.
  private static func pieces(of line: String, atMost longest: Int) -> [String] {
    var pieces: [String] = []
    for word in words(of: line) {
      if let last = pieces.last, last.hasPrefix("--"), !last.contains(" "), !last.contains("="),
        !word.hasPrefix("-"), word != "|", last.count + 1 + word.count <= longest
      {
        pieces[pieces.count - 1] = "\(last) \(word)"
      } else {
        pieces.append(word)
      }
    }
    return pieces
  }

  /// The words as they are written, with their quotes.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    for character in line {
      if character == " ", quote == nil {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if quote == character {
        quote = nil
      } else if quote == nil, "'\"".contains(character) {
        quote = character
      }
      word.append(character)
    }
    return word.isEmpty ? words : words + [word]
  }
}
