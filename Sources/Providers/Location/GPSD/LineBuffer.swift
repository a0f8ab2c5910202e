/// Joins the pieces in which lines arrive.
///
/// A line that is too long is dropped whole.
struct LineBuffer {
  private let limit: Int
  private var line: [UInt8] = []
  /// Whether the present line is over the limit.
  private var isSkipping = false

  init(limit: Int) {
    self.limit = limit
  }

  /// The lines that `piece` completes, without LF or CRLF at their ends.
  mutating func lines(adding piece: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = piece
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end])
      if !isSkipping {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        lines.append(line)
      }
      (line, isSkipping) = ([], false)
      rest = rest[(end + 1)...]
    }
    add(rest)
    return lines
  }

  private mutating func add(_ piece: ArraySlice<UInt8>) {
    if line.count + piece.count > limit { (line, isSkipping) = ([], true) }
    if !isSkipping { line += piece }
  }
}
