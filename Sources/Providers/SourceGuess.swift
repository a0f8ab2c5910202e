import Text

/// What was probably meant by a string that names no source.
///
/// The string is repeated only where it is a plain path or the name of a host: what has a space, an `@` or a query may
/// hold a secret.
enum SourceGuess {
  /// A longer string is no path that anybody wants to read again.
  private static let longest = 200

  /// The end of a sentence; nil where nothing is near.
  static func advice(on text: String) -> String? {
    if text.utf8.starts(with: "unix:".utf8) {
      return "a command can ask a Unix socket: command:curl --unix-socket PATH http://localhost/"
    }
    if let form = byScheme(text) ?? byPlace(text) { return "did you mean \(form)?" }
    return nil
  }

  // MARK: Schemes

  private static func byScheme(_ text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon]
    let meant = SourceAddress.Scheme.allCases.first { $0.otherNames.contains { $0 == scheme } }
    guard let form = meant?.proposal else { return nil }
    let rest = text[text.utf8.index(after: colon)...]
    // Behind `//` comes a server, which the form has its own place for.
    return isPlain(rest) && !rest.utf8.starts(with: "/".utf8) && form.ends(with: ":") ? form + rest : form
  }

  // MARK: Paths and hosts

  private static func byPlace(_ text: String) -> String? {
    guard !text.isEmpty, isPlain(text[...]) else { return nil }
    if ["/", "./", "../", "~/"].contains(where: { text.utf8.starts(with: $0.utf8) }) {
      return byExtension(of: text, program: text) ?? "file:\(text) or command:\(text)"
    }
    let place = text.cut(at: "/")?.before ?? text[...]
    let parts = place.parts(between: ":", keepsEmpty: true)
    guard parts.count == 1 || parts.count == 2 && UInt16(parts[1]) != nil else { return nil }
    if place == text, parts.count == 1, let file = byExtension(of: text, program: "./\(text)") { return file }
    if isLocal(parts[0]) { return "http://\(text)" }
    return isHost(parts[0]) ? "https://\(text)" : nil
  }

  private static func byExtension(of path: String, program: String) -> String? {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch path[path.utf8.index(after: dot)...] {
    case "json", "txt", "csv", "xml", "log", "yaml", "yml", "toml": return "file:\(path)"
    case "sh", "py", "pl", "rb", "js": return "command:\(program)"
    default: return nil
    }
  }

  private static func isLocal(_ host: Substring) -> Bool {
    let labels = host.parts(between: ".", keepsEmpty: true)
    return host == "localhost" || labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
  }

  /// A name with dots, the last part of which is a word: `a.b.c` of a signed token is longer.
  private static func isHost(_ host: Substring) -> Bool {
    let labels = host.parts(between: ".", keepsEmpty: true)
    guard labels.count > 1, let last = labels.last, 2...10 ~= last.utf8.count else { return false }
    return labels.allSatisfy { 1...32 ~= $0.utf8.count } && last.utf8.allSatisfy { $0.isPlainLetter }
  }

  private static func isPlain(_ text: Substring) -> Bool {
    1...longest ~= text.utf8.count
      && text.utf8.allSatisfy { byte in
        byte.isPlainLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~/:".utf8.contains(byte)
      }
  }
}

extension UInt8 {
  fileprivate var isPlainLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
