// What a command has that only a shell, or a parameter without quotes, would make sense of.

import Text

extension SourceAddress {
  /// The names in braces that stand within quotes of a command, and so are no parameters.
  ///
  /// Not those that many a program has a meaning for: `%{http_code}` of curl, `@{u}` of git, `${HOME}` of a shell and
  /// programs of awk and jq.
  package var quotedParameters: [String] {
    let literals = literalWords
    let tools = ["awk", "jq", "yq", "perl", "python", "node"]
    guard !literals.contains(where: { word in tools.contains { word.contains($0) } }) else { return [] }
    return literals.flatMap(Self.namesInBraces)
  }

  private static func namesInBraces(_ word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    return scalars.indices.compactMap { index in
      if index > 0, "$%@#{\\".unicodeScalars.contains(scalars[index - 1]) { return nil }
      return Template.parameter(at: index, of: scalars)
    }
  }

  /// Whether a word would be another if a shell had read it: `~/x`, `$HOME/x`.
  package var hasUnexpandedWord: Bool {
    let words = literalWords
    let shells = ["sh", "bash", "dash", "zsh", "fish", "ksh", "env"]
    let program = words.first?.parts(between: "/").last.map(String.init) ?? ""
    guard !shells.contains(program) else { return false }
    return words.dropFirst().contains(where: Self.isForShell)
  }

  private static func isForShell(_ word: String) -> Bool {
    let bytes = Array(word.utf8.prefix(2))
    guard bytes.count == 2 else { return false }
    switch bytes[0] {
    case UInt8(ascii: "~"): return bytes[1] == UInt8(ascii: "/")
    case UInt8(ascii: "$"):
      return bytes[1] == UInt8(ascii: "{") || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[1]
    default: return false
    }
  }

  /// What stands literally in the words of a command; nothing for other sources.
  private var literalWords: [String] {
    switch self {
    case .command(let command), .stream(let command): command.words
    case .template(.command(let template)), .template(.stream(let template)): template.literals
    case .http, .events, .file, .demo, .template: []
    }
  }
}
