extension JSONOutline {
  /// So many members an object seldom has.
  private static let ordinaryCount = 4

  /// Where the members of an object stand.
  ///
  /// - Parameter start: Where it begins.
  /// - Important: The text must have passed a ``JSONScanner``.
  package static func members(of text: Span<UInt8>, at start: Int) -> [Part] {
    var parts: [Part] = []
    if text[start + 1] != UInt8(ascii: "}") { parts.reserveCapacity(ordinaryCount) }
    var tokens = JSONTokens(from: start)
    var (depth, name, valueStart) = (0, start..<start, start)
    while let (kind, range) = tokens.next(in: text) {
      if depth == 1, kind != .name, kind != .close { valueStart = range.lowerBound }
      switch kind {
      case .name where depth == 1: name = range
      case .open: depth += 1
      case .close: depth -= 1
      case .name, .string, .number, .word: break
      }
      if depth == 0 { break }
      if depth == 1, kind != .name, valueStart > start {
        parts.append(Part(name: name, value: valueStart..<range.upperBound))
      }
    }
    return parts
  }
}
