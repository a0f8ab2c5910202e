import Text

extension Command {
  /// The command as it may be shown: without arguments.
  package var redacted: String { "command:\(shownProgram)" }

  /// The program, as far as it can be no argument: ``ProgramName/shown(_:)``.
  var shownProgram: String { ProgramName.shown(program) }

  /// A line that the program wrote, with `***` in place of its arguments, of their options' values and of what
  /// may be secret in a URL.
  ///
  /// Programs repeat in their messages what they were given. Names of options stay, and so does what is too
  /// short to be a secret.
  ///
  /// - Parameter text: A line as ``LastLine`` shows it.
  func redacted(_ text: String) -> String {
    let text = secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, secret in
      text.replacing(secret, with: "***")
    }
    return text.redactingURLs
  }

  /// `VALUE`, `--name=VALUE`, `-nVALUE`.
  private var secrets: [String] {
    arguments.flatMap { argument in
      let value = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
      if argument.hasPrefix("--") { return [value].compactMap(\.self) }
      let attached = argument.hasPrefix("-") ? String(argument.dropFirst(2)) : nil
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
  fileprivate var redactingURLs: String {
    var parts = split(separator: "://", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropFirst() { parts[index] = Self.redactingURL(parts[index]) }
    return parts.joined(separator: "://")
  }

  /// - Parameter rest: What stands behind `://`, up to the next.
  private static func redactingURL(_ rest: String) -> String {
    let url = rest.prefix { !$0.isWhitespace && !"'\"<>`".contains($0) }
    let authority = url.prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { "***" + authority[$0...] } ?? String(authority)
    let path = url.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
    let query = url.count > authority.count + path.count ? "?***" : ""
    return host + path + query + rest.dropFirst(url.count)
  }
}
