/// Finds what a JSON string must not contain as it is, in eight bytes at once.
///
/// These are tests of all bytes of a word together (Hacker's Delight, second edition, section 6-1). A borrow from a
/// byte that passes a test can make a higher one pass it too, never a lower one. So the lowest byte that is found is
/// exact, and only that one is used.
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

  /// How many of the word's bytes, the lowest first, come before one that is looked for: 8 for all of them.
  @inline(__always)
  static func clean(_ word: UInt64, _ rule: Rule) -> Int {
    let found =
      switch rule {
      case .inString:
        below(0x20, word) | equal(to: 0x22, word) | equal(to: 0x5C, word) | lineBreaks(word)
      case .lineBreaks: lineBreaks(word)
      }
    return found.trailingZeroBitCount >> 3
  }

  @inline(__always)
  private static func lineBreaks(_ word: UInt64) -> UInt64 {
    // Nearly every text is ASCII, which has neither.
    word & high == 0 ? 0 : equal(to: 0xC2, word) | equal(to: 0xE2, word)
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  /// The highest bit of each byte, in which a test gives its answer.
  private static var high: UInt64 { 0x8080_8080_8080_8080 }

  @inline(__always)
  private static func below(_ limit: UInt8, _ word: UInt64) -> UInt64 {
    (word &- ones &* UInt64(limit)) & ~word & high
  }

  @inline(__always)
  private static func equal(to byte: UInt8, _ word: UInt64) -> UInt64 {
    below(1, word ^ ones &* UInt64(byte))
  }
}
