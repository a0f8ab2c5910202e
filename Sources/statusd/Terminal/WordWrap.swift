/// Text in lines that are no longer than a terminal is wide.
enum WordWrap {
  /// Breaks a line at spaces; a longer word has a line of its own.
  ///
  /// - Parameters:
  ///   - columns: The characters on a line; nil for as many as there are.
  ///   - first: How many of them the first line has used up already.
  ///   - indent: What stands before every other line.
  static func lines(_ text: String, columns: Int?, first: Int = 0, indent: Int = 0) -> String {
    guard let columns else { return text }
    var lines: [String] = []
    var line = ""
    var room = columns - first
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, line.count + 1 + word.count > room {
        lines.append(line)
        (line, room) = (String(word), columns - indent)
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: max(0, indent)))
  }
}
