/// JSON text in the daemon's own form, made of pieces of a text that a scanner has passed.
///
/// It has what ``JSONWriter`` would write of the same values: strings with the fewest escapes, numbers in their
/// shortest form, nothing between the tokens. What has that form already is copied.
package struct CanonicalText: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// What was copied so far by ``takeBytes(count:)``.
  private var taken: [UInt8] = []
  /// So many bytes are copied in less than a turn's time.
  private static let large = 1 << 21
  /// Whether ``compact(_:from:count:)`` has left a string in its middle.
  private var isInString = false

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
    if hasSpareRoom { bytes = bytes.withoutSpareRoom }
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// The same part by part, by about `count` bytes.
  ///
  /// - Returns: nil until it is done.
  package mutating func takeBytes(count: Int) -> [UInt8]? {
    guard bytes.count > Self.large, hasSpareRoom else { return takeBytes() }
    if taken.isEmpty { taken.reserveCapacity(bytes.count) }
    taken += bytes[taken.count..<min(bytes.count, taken.count + count)]
    guard taken.count == bytes.count else { return nil }
    (bytes, taken) = (taken, [])
    return takeBytes()
  }

  /// Makes room for all that is left of a text, if there is too little for its next part.
  ///
  /// What was written is copied once then, and not each time that it has doubled. Memory that is not written to costs
  /// nothing.
  package mutating func makeRoom(for next: Int, of rest: Int) {
    let longestEscape = 6
    guard bytes.count > Self.large, bytes.capacity - bytes.count < next * longestEscape else { return }
    bytes.reserveCapacity(bytes.count + rest * longestEscape)
  }

  private var hasSpareRoom: Bool { bytes.capacity - bytes.count > bytes.count / 8 + 64 }

  /// Appends a part of the text, as it stands in the source: a name, a bracket.
  package mutating func append(_ literal: StaticString) {
    // SAFETY: the buffer of a static string lives for ever.
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends bytes that have the daemon's form.
  package mutating func copy(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
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

  /// Goes on in a string whose opening quote was appended, to its end or to the next scalar behind `limit`.
  ///
  /// - Parameter index: Where to go on; afterwards, the index behind the closing quote, or where to go on again.
  /// - Returns: Whether the string has ended, and has its closing quote.
  package mutating func goOnInString(_ text: Span<UInt8>, at index: inout Int, upTo limit: Int) -> Bool {
    let start = index
    var end = index
    while end < limit || text[end] & 0xC0 == 0x80, text[end] != UInt8(ascii: "\"") {
      end = text[end] == UInt8(ascii: "\\") ? JSONEscapes.scalar(text, at: end).end : end + 1
    }
    index = end
    if text.isPlain(start..<end) { copy(text, start..<end) } else { unescaped(text, start..<end) }
    guard text[end] == UInt8(ascii: "\"") else { return false }
    bytes.append(UInt8(ascii: "\""))
    index += 1
    return true
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
    // Together: a body may be made of escapes alone.
    let escape: InlineArray<6, UInt8> = [
      UInt8(ascii: "\\"), UInt8(ascii: "u"), Self.digit(value >> 12), Self.digit(value >> 8),
      Self.digit(value >> 4), Self.digit(value),
    ]
    copy(escape.span, 0..<escape.count)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let digit = UInt8(value & 0xF)
    return digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a")
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
    if isInString { goOnInString(text, at: &index, upTo: end, run: &run) }
    while index < end {
      switch text[index] {
      case 0...0x20:
        copy(text, run..<index)
        index += 1
        run = index
      case UInt8(ascii: "\""):
        index += 1
        goOnInString(text, at: &index, upTo: end, run: &run)
      default: index += 1
      }
    }
    copy(text, run..<index)
  }

  /// Goes on in a string, to its end or to the next scalar behind `end`.
  ///
  /// - Parameter run: Where what is not yet copied begins.
  private mutating func goOnInString(
    _ text: Span<UInt8>, at index: inout Int, upTo end: Int, run: inout Int
  ) {
    let start = index
    isInString = !text.skipString(at: &index, upTo: end)
    while isInString, text[index] & 0xC0 == 0x80 { index += 1 }
    guard !text.isASCII(start..<index) else { return }
    copy(text, run..<start)
    withoutLineBreaks(text, start..<index)
    run = index
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

extension [UInt8] {
  fileprivate var withoutSpareRoom: [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(count)
    copy += self
    return copy
  }
}
