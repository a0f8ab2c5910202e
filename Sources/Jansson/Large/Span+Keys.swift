extension Span<UInt8> {
  /// Compares two canonical strings, without their quotes, by the UTF-8 bytes of their values.
  ///
  /// That is the order of Unicode scalars, in which every client can sort. Swift's strings compare by canonical
  /// equivalence, which other languages do not.
  ///
  /// Canonical strings are the same if their bytes are, so the first byte that differs decides, unless it is one of an
  /// escape.
  ///
  /// - Returns: Less than 0 if the first comes before the second, more if it comes after it, 0 if they are the same.
  package func order(ofKey one: Range<Int>, and other: Range<Int>) -> Int {
    // Most keys differ in their first bytes.
    orderOfBeginnings(one, other) ?? orderOfAll(one, other)
  }

  @inline(never)
  private func orderOfAll(_ one: Range<Int>, _ other: Range<Int>) -> Int {
    let (first, second) = (extracting(one), extracting(other))
    let common = first.countOfCommonBytes(with: second)
    guard common < Swift.min(first.count, second.count) else { return first.count - second.count }
    if !first.hasBackslash(near: common), second[common] != UInt8(ascii: "\\") {
      return first[common] < second[common] ? -1 : 1
    }
    let scalar = first.startOfScalar(at: common)
    let (left, right) = (first[scalar], second[scalar])
    guard left == UInt8(ascii: "\\") || right == UInt8(ascii: "\\") else {
      return first[common] < second[common] ? -1 : 1
    }
    // Of two scalars that differ the bytes of neither begin with those of the other.
    let (value, otherValue) = (
      resolvedScalar(at: one.lowerBound + scalar, upTo: one.upperBound),
      resolvedScalar(at: other.lowerBound + scalar, upTo: other.upperBound)
    )
    return value.lexicographicallyPrecedes(otherValue) ? -1 : 1
  }

  /// The order of two canonical strings whose first eight bytes differ, and have no escape; nil for others.
  @inline(__always)
  private func orderOfBeginnings(_ one: Range<Int>, _ other: Range<Int>) -> Int? {
    guard one.count >= 8, other.count >= 8 else { return nil }
    let (first, second) = (eightBytes(at: one.lowerBound), eightBytes(at: other.lowerBound))
    let escapes = first.matches(UInt8(ascii: "\\")) | second.matches(UInt8(ascii: "\\"))
    guard first != second, escapes == 0 else { return nil }
    return first.word.byteSwapped < second.word.byteSwapped ? -1 : 1
  }

  /// Whether two canonical strings are the same.
  package func isKey(_ one: Range<Int>, equalTo other: Range<Int>) -> Bool {
    extracting(one).isEqual(to: extracting(other))
  }

  /// How many bytes both have in common at their beginnings.
  private func countOfCommonBytes(with other: Span<UInt8>) -> Int {
    let count = Swift.min(count, other.count)
    var index = 0
    while index + 8 <= count {
      let difference = eightBytes(at: index).word ^ other.eightBytes(at: index).word
      guard difference == 0 else { return index + EightBytes.distance(to: difference) }
      index += 8
    }
    while index < count, self[index] == other[index] { index += 1 }
    return index
  }

  /// Whether there is a backslash at the index or so near before it that an escape could span it; true also where that
  /// takes more than one look.
  private func hasBackslash(near index: Int) -> Bool {
    let start = Swift.min(Swift.max(0, index - Self.longestEscape + 1), count - 8)
    return start < 0 || eightBytes(at: start).matches(UInt8(ascii: "\\")) != 0
  }

  /// The bytes of the longest escape of a canonical string, which has no surrogates.
  private static var longestEscape: Int { 6 }

  /// Where the escape begins that spans a byte of a canonical string or begins there; for all else the index itself.
  private func startOfScalar(at index: Int) -> Int {
    var start = index - 1
    let first = Swift.max(0, index - Self.longestEscape + 1)
    while start >= first, self[start] != UInt8(ascii: "\\") { start -= 1 }
    guard start >= first else { return index }
    // Of a run of backslashes each second one is escaped by the one before it.
    var beginning = start
    while beginning > 0, self[beginning - 1] == UInt8(ascii: "\\") { beginning -= 1 }
    guard (start - beginning) % 2 == 0 else { return index }
    let isShort = start + 1 < index && self[start + 1] != UInt8(ascii: "u")
    return isShort ? index : start
  }

  /// The UTF-8 of the scalar at `index` of a canonical string, and perhaps of some behind it.
  private func resolvedScalar(at index: Int, upTo end: Int) -> [UInt8] {
    JSONEscapes.resolved(self, index..<Swift.min(index + 4, end))
  }
}
