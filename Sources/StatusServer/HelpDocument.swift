import CSchema

/// docs/failures.md as the binary carries it: one section explains each kind of failure.
package enum HelpDocument {
  /// The anchors of the sections, in the page's order.
  package static var anchors: [String] { sections.map(\.anchor) }

  /// A section by its anchor (`FailureKind.helpAnchor`): its heading, and its Markdown with the heading line.
  package static func section(anchor: String) -> (title: String, markdown: String)? {
    sections.first { $0.anchor == anchor }.map { ($0.title, $0.markdown) }
  }

  struct Section: Equatable {
    let anchor: String
    let title: String
    let markdown: String
  }

  private static let sections = sections(
    // SAFETY: the file is a constant of the binary, as long as it says.
    of: unsafe String(
      decoding: UnsafeBufferPointer(start: statusd_schema_help.start, count: statusd_schema_help.count),
      as: UTF8.self))

  /// The sections under headings of the third level.
  ///
  /// The page has one of these for each kind of failure and no others.
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
      if line.hasPrefix("```") { isInCode.toggle() }
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

  /// How many `#` the heading begins with; nil of a line that is no heading.
  private static func level(ofHeading line: Substring) -> Int? {
    let marks = line.prefix { $0 == "#" }
    return (1...6).contains(marks.count) && line.dropFirst(marks.count).first == " " ? marks.count : nil
  }

  /// The anchor as renderers of Markdown derive it: lower case, hyphens for spaces, no punctuation.
  static func anchor(ofHeading heading: some StringProtocol) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
    return String(kept.map { $0 == " " ? "-" : $0 })
  }
}
