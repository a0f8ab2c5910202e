import Text

/// The last line of what a program writes, however much that is.
///
/// A line ends with LF or CR; one with nothing to read in it does not count.
struct LastLine {
  /// The most bytes of a line that are kept, from its start, and of the string that is made of it.
  static let limit = 1_000

  private var complete: [UInt8] = []
  private var open: [UInt8] = []

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      extend(rest[..<end])
      if Self.isReadable(open) { complete = open }
      open = []
      rest = rest[(end + 1)...]
    }
    extend(rest)
  }

  private mutating func extend(_ bytes: ArraySlice<UInt8>) {
    open += bytes.prefix(Self.limit - open.count)
  }

  private static func isReadable(_ line: [UInt8]) -> Bool {
    withoutSequences(line).contains { $0 != " " && !$0.isInvisible }
  }

  /// The line without a terminal's sequences and the spaces around it; what else cannot be seen is escaped.
  ///
  /// nil when nothing was written.
  var text: String? {
    let line = Self.isReadable(open) ? open : complete
    return line.isEmpty ? nil : Self.text(of: line)
  }

  static func text(of line: [UInt8]) -> String {
    var scalars = withoutSequences(line)[...].drop { $0 == " " }
    while scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars)).visible(inBytes: limit)
  }

  /// Without a terminal's sequences; a tabulator counts as a space, for messages are often indented.
  private static func withoutSequences(_ line: [UInt8]) -> [Unicode.Scalar] {
    var scalars = String(decoding: line, as: UTF8.self).unicodeScalars[...]
    var kept: [Unicode.Scalar] = []
    while let scalar = scalars.popFirst() {
      if scalar == "\u{1B}", scalars.first == "[" {
        // ECMA-48 section 5.4: parameters, then one final byte.
        scalars = scalars.drop { $0 == "[" || 0x20...0x3F ~= $0.value }.dropFirst()
      } else {
        kept.append(scalar == "\t" ? " " : scalar)
      }
    }
    return kept
  }
}
