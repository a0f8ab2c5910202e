extension String {
  /// How many columns of a terminal the text takes, which has nothing in it that acts on one (``visible``).
  ///
  /// By scalars, as most terminals count: East Asian wide characters and emoji take two columns, combining marks and
  /// joiners none. wcwidth(3) would say the same only once setlocale(3) has chosen a locale with UTF-8, which a system
  /// need not have.
  package var columns: Int {
    let bytes = utf8Span.span
    var isASCII = true
    for index in bytes.indices where bytes[index] >= 0x80 { isASCII = false }
    return isASCII ? bytes.count : unicodeScalars.reduce(0) { $0 + $1.columns }
  }

  /// The beginning that fits into so many columns, with `…` for the rest.
  package func cut(toColumns limit: Int) -> String {
    guard columns > limit else { return self }
    guard limit > 0 else { return "" }
    var (cut, width) = (String.UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      width += scalar.columns
      guard width < limit else { break }
      cut.append(scalar)
    }
    return String(cut) + "…"
  }

  /// The text in exactly so many columns: cut, or with spaces behind it.
  package func padded(toColumns count: Int) -> String {
    let cut = cut(toColumns: count)
    return cut + String(repeating: " ", count: max(0, count - cut.columns))
  }
}

extension Unicode.Scalar {
  /// How many columns of a terminal the scalar takes.
  package var columns: Int {
    guard value >= 0x300 else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Vowels and final consonants of Hangul that join the syllable before them.
    if 0x1160...0x11FF ~= value { return 0 }
    return isWide ? 2 : 1
  }

  /// Whether its East Asian Width is W or F (Unicode Standard Annex 11).
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    // Each half of a flag is one column wide.
    case 0x1F1E6...0x1F1FF: false
    default: properties.isEmojiPresentation
    }
  }
}
