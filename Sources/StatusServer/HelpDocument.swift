import CSchema
import Text

/// The copy of docs/failures.md in the binary, which has one section for each kind of failure.
package enum HelpDocument {
  /// The anchors of the sections, in the order of the page.
  package static var anchors: [String] { sections.map(\.anchor) }

  /// The heading and the Markdown text of a section; the text begins with the heading line.
  ///
  /// - Parameter anchor: A failure's `helpAnchor`.
  /// - Returns: Nil if no section has the anchor.
  package static func section(anchor: String) -> (title: String, markdown: String)? {
    sections.first { $0.anchor == anchor }.map { ($0.title, $0.markdown) }
  }

  struct Section: Equatable {
    let anchor: String
    let title: String
    let markdown: String
  }

  private static let sections = sections(
    // SAFETY: the file is a constant of the binary with `count` bytes.
    of: unsafe String(
      decoding: UnsafeBufferPointer(start: statusd_schema_help.start, count: statusd_schema_help.count),
      as: UTF8.self))

  /// The sections under headings of the third level.
  ///
  /// The page has one such heading for each kind of failure, and no other headings of this level.
  static func sections(of page: String) -> [Section] {
    var found: [Section] = []
    var title: Substring?
    var lines: [Substring] = []
    var isInCode = false
    func close() {
      guard let heading = title else { return }
      while lines.last?.isEmpty == true { lines.removeLast() }
      found.append(
        Section(
          anchor: anchor(ofHeading: heading), title: String(heading),
          markdown: lines.joined(separator: "\n") + "\n"))
    }
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.begins(with: "```") { isInCode.toggle() }
      if !isInCode, let level = level(ofHeading: line), level <= 3 {
        close()
        title = level == 3 ? line.dropFirst(4) : nil
        lines = []
      }
      if title != nil { lines.append(line) }
    }
    close()
    return found
  }

  /// The number of `#` at the start of a heading; nil for a line that is not a heading.
  private static func level(ofHeading line: Substring) -> Int? {
    let marks = line.prefix { $0 == "#" }
    return (1...6).contains(marks.count) && line.dropFirst(marks.count).first == " " ? marks.count : nil
  }

  /// The anchor that Markdown renderers derive from a heading: lower case, hyphens for spaces, no
  /// punctuation.
  static func anchor(ofHeading heading: some StringProtocol) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
    return String(kept.map { $0 == " " ? "-" : $0 })
  }
}
