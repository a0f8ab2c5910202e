/// The last line of what a program writes, however much that is.
///
/// A line ends with LF or CR; one with nothing to read in it does not count.
struct LastLine {
  /// The most bytes of a line that are kept, from its start.
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
    !text(of: line).isEmpty
  }

  /// The line, without control characters and a terminal's sequences; nil when nothing was written.
  var text: String? {
    let line = Self.isReadable(open) ? open : complete
    return line.isEmpty ? nil : Self.text(of: line)
  }

  private static func text(of line: [UInt8]) -> String {
    var scalars = String(decoding: line, as: UTF8.self).unicodeScalars[...]
    var text = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      if scalar == "\u{1B}", scalars.first == "[" {
        // ECMA-48 section 5.4: parameters, then one final byte.
        scalars = scalars.drop { $0 == "[" || 0x20...0x3F ~= $0.value }.dropFirst()
      } else if !scalar.isControl {
        text.append(scalar)
      }
    }
    return text.trimmed(to: limit)
  }
}

extension Unicode.Scalar {
  /// Of ASCII or Latin-1, or a line's or paragraph's end.
  fileprivate var isControl: Bool {
    value < 0x20 || 0x7F...0x9F ~= value || 0x2028...0x2029 ~= value
  }
}

extension String.UnicodeScalarView {
  /// Without the spaces around it, in so many bytes at most: what was no UTF-8 has grown.
  fileprivate func trimmed(to bytes: Int) -> String {
    var text = String(String(self).drop { $0 == " " })
    while text.last == " " || text.utf8.count > bytes { text.removeLast() }
    return text
  }
}
