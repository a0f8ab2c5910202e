import Text

extension Command {
  /// The command as it may be shown: without arguments.
  package var redacted: String { "command:\(shownProgram)" }

  /// The program, as far as it can be no argument: ``ProgramName/shown(_:)``.
  package var shownProgram: String { ProgramName.shown(program) }

  /// A line that the program wrote, with `***` in place of its arguments, of their options' values and of what
  /// may be secret in a URL.
  ///
  /// Programs repeat in their messages what they were given. Names of options stay, and so does what is too
  /// short to be a secret.
  ///
  /// - Parameter text: A line as ``LastLine`` shows it.
  func redacted(_ text: String) -> String {
    let text = secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, secret in
      text.replacing(bytesOf: secret, by: "***")
    }
    return text.redactingURLs
  }

  /// `VALUE`, `--name=VALUE`, `-nVALUE`.
  private var secrets: [String] {
    arguments.flatMap { argument in
      let value = argument.parts(between: "=", most: 1).dropFirst().first.map(String.init)
      if argument.begins(with: "--") { return [value].compactMap(\.self) }
      let attached = argument.begins(with: "-") ? String(argument.unicodeScalars.dropFirst(2)) : nil
      return [argument, value, attached].compactMap(\.self)
    }.flatMap(Self.shown).filter { $0.utf8.count > 2 }
  }

  /// The forms in which a secret can stand in a line: of a long one each line by itself, as it is and escaped.
  private static func shown(_ secret: String) -> [String] {
    secret.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.flatMap { line in
      [String(line), LastLine.text(of: Array(String(line).utf8))]
    }
  }
}

extension String {
  /// With `***` for credentials and queries: `https://me:secret@host/a?b=c` becomes `https://***@host/a?***`.
  ///
  /// By scalars: a combining mark belongs to what stands before it, which would hide a delimiter.
  fileprivate var redactingURLs: String {
    let mark = Array("://".unicodeScalars)
    var parts = Array(unicodeScalars).split(separator: mark, omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() { parts[index] = Self.redactingURL(parts[index])[...] }
    return String(String.UnicodeScalarView(parts.joined(separator: mark)))
  }

  /// - Parameter rest: What stands behind `://`, up to the next.
  private static func redactingURL(_ rest: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    let url = rest.prefix { !$0.properties.isWhitespace && !"'\"<>`".unicodeScalars.contains($0) }
    let authority = url.prefix { !"/?#".unicodeScalars.contains($0) }
    let stars = Array("***".unicodeScalars)
    let host = authority.lastIndex { $0 == "@" }.map { stars + authority[$0...] } ?? Array(authority)
    let path = url[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
    let query = path.endIndex < url.endIndex ? Array("?".unicodeScalars) + stars : []
    return host + path + query + rest[url.endIndex...]
  }
}
