/// JSON text in the daemon's own form, made of pieces of a text that a scanner has passed.
///
/// It has what ``JSONWriter`` would write of the same values: strings with the fewest escapes, numbers in their
/// shortest form, nothing between the tokens. What has that form already is copied.
package struct CanonicalText: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// - Parameter capacity: The bytes to make room for.
  package init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  package var count: Int { bytes.count }

  /// Drops what was appended beyond so many bytes.
  mutating func truncate(to count: Int) {
    bytes.removeSubrange(count...)
  }

  /// What was written, which is not kept: in an array of its own size, unless the room that is left is small.
  package mutating func takeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    let spare = taken.capacity - taken.count
    return spare > taken.count / 8 + 64 ? taken.withoutSpareRoom : taken
  }

  /// Appends a part of the text, as it stands in the source: a name, a bracket.
  package mutating func append(_ literal: StaticString) {
    // SAFETY: the buffer of a static string lives for ever.
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends bytes that have the daemon's form.
  package mutating func copy(_ text: Span<UInt8>, _ range: Range<Int>) {
    // SAFETY: the buffer is read within the closure that lends it.
    unsafe text.extracting(range).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends bytes of text that is no JSON, as they stand between quotes.
  ///
  /// - Parameter range: It ends where a scalar does.
  package mutating func escape(_ text: Span<UInt8>, _ range: Range<Int>) {
    var run = range.lowerBound
    for index in range {
      let found: Unicode.Scalar? =
        switch text[index] {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): Unicode.Scalar(text[index])
        default: text.lineBreak(endingAt: index)
        }
      guard let found else { continue }
      copy(text, run..<index + 1 - UTF8.width(found))
      scalar(found)
      run = index + 1
    }
    copy(text, run..<range.upperBound)
  }

  /// Appends the string that opens at `start`.
  ///
  /// - Returns: Where its bytes stand now, without the quotes.
  @discardableResult
  package mutating func string(_ text: Span<UInt8>, at start: Int) -> Range<Int> {
    let end = text.endOfString(from: start)
    let first = bytes.count + 1
    if text.isPlain(start + 1..<end - 1) {
      copy(text, start..<end)
    } else {
      bytes.append(UInt8(ascii: "\""))
      unescaped(text, start + 1..<end - 1)
      bytes.append(UInt8(ascii: "\""))
    }
    return first..<bytes.count - 1
  }

  private mutating func unescaped(_ text: Span<UInt8>, _ inside: Range<Int>) {
    var (index, run) = (inside.lowerBound, inside.lowerBound)
    while index < inside.upperBound {
      if text[index] == UInt8(ascii: "\\") {
        copy(text, run..<index)
        let (scalar, end) = JSONEscapes.scalar(text, at: index)
        self.scalar(scalar)
        (index, run) = (end, end)
      } else if let scalar = text.lineBreak(endingAt: index) {
        copy(text, run..<index + 1 - UTF8.width(scalar))
        self.scalar(scalar)
        index += 1
        run = index
      } else {
        index += 1
      }
    }
    copy(text, run..<inside.upperBound)
  }

  /// Appends what stands for a scalar between quotes.
  private mutating func scalar(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case "\0"..<" ", "\u{85}", "\u{2028}", "\u{2029}": unicodeEscape(scalar.value)
    default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  private mutating func unicodeEscape(_ value: UInt32) {
    append("\\u")
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(value >> shift & 0xF)
      bytes.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
    }
  }
}

extension CanonicalText {
  /// Appends a text without the white space between its tokens, and without line breaks in its strings; all else
  /// stays as it was written.
  ///
  /// - Parameters:
  ///   - index: Where to begin; afterwards, where to go on.
  ///   - count: The bytes to read at least, if so many are left.
  package mutating func compact(_ text: Span<UInt8>, from index: inout Int, count: Int) {
    let end = min(text.count, index + count)
    var run = index
    while index < end {
      switch text[index] {
      case 0...0x20:
        copy(text, run..<index)
        index += 1
        run = index
      case UInt8(ascii: "\""):
        let string = index
        index = text.endOfString(from: index)
        guard !text.isASCII(string..<index) else { continue }
        copy(text, run..<string)
        withoutLineBreaks(text, string..<index)
        run = index
      default: index += 1
      }
    }
    copy(text, run..<index)
  }

  private mutating func withoutLineBreaks(_ text: Span<UInt8>, _ string: Range<Int>) {
    var run = string.lowerBound
    for index in string {
      guard let scalar = text.lineBreak(endingAt: index) else { continue }
      copy(text, run..<index + 1 - UTF8.width(scalar))
      unicodeEscape(scalar.value)
      run = index + 1
    }
    copy(text, run..<string.upperBound)
  }
}

extension Span<UInt8> {
  /// The line break of Unicode's that is no control character of ASCII's and ends with that byte.
  fileprivate func lineBreak(endingAt index: Int) -> Unicode.Scalar? {
    switch self[index] {
    case 0x85 where index >= 1 && self[index - 1] == 0xC2: "\u{85}"
    case 0xA8 where isSeparator(index): "\u{2028}"
    case 0xA9 where isSeparator(index): "\u{2029}"
    default: nil
    }
  }

  private func isSeparator(_ index: Int) -> Bool {
    index >= 2 && self[index - 1] == 0x80 && self[index - 2] == 0xE2
  }
}

extension Span<UInt8> {
  /// Compares two canonical strings, without their quotes, by the UTF-8 bytes of their values.
  ///
  /// That is the order of Unicode scalars, in which every client can sort. Swift's strings compare by canonical
  /// equivalence, which other languages do not.
  ///
  /// - Returns: Less than 0 if the first comes before the second, more if it comes after it, 0 if they are the same.
  package func order(ofKey one: Range<Int>, and other: Range<Int>) -> Int {
    let (first, second) = (extracting(one), extracting(other))
    for index in 0..<Swift.min(first.count, second.count) {
      let (left, right) = (first[index], second[index])
      if left == UInt8(ascii: "\\") || right == UInt8(ascii: "\\") { return orderResolved(one, other) }
      if left != right { return left < right ? -1 : 1 }
    }
    return first.count - second.count
  }

  private func orderResolved(_ one: Range<Int>, _ other: Range<Int>) -> Int {
    let (first, second) = (JSONEscapes.resolved(self, one), JSONEscapes.resolved(self, other))
    return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
  }

  /// Whether two canonical strings are the same.
  package func isKey(_ one: Range<Int>, equalTo other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<one.count where self[one.lowerBound + index] != self[other.lowerBound + index] {
      return false
    }
    return true
  }
}

extension [UInt8] {
  fileprivate var withoutSpareRoom: [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(count)
    copy += self
    return copy
  }
}
