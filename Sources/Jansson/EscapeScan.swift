/// Finds what a JSON string must not contain as it is, in eight bytes at once.
///
/// The line breaks U+0085, U+2028 and U+2029 begin with the bytes C2 and E2 in UTF-8. The scan stops at every such
/// byte; whoever calls it looks at the ones behind.
enum EscapeScan {
  /// What is looked for.
  enum Rule {
    /// Quotes, backslashes, controls and the first bytes of line breaks.
    case inString
    /// The first bytes of line breaks alone.
    case lineBreaks
  }

  /// How many of the bytes, from the first on, come before one that is looked for: 8 for all of them.
  @inline(__always)
  static func clean(_ bytes: EightBytes, _ rule: Rule) -> Int {
    switch rule {
    case .inString: EightBytes.distance(to: bytes.stringEnds | bytes.lineBreakStarts)
    case .lineBreaks: EightBytes.distance(to: bytes.lineBreakStarts)
    }
  }
}
