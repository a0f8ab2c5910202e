extension JSONWriter {
  /// Writes a string.
  package mutating func string(_ value: String) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    append(value)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes a JSON text as a string, for those who read texts and no JSON.
  package mutating func string(of text: JSONText) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    for piece in text.pieces { append(piece.span, escaping: .inString) }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes a string of 24 characters, eight in each word, the first one lowest.
  ///
  /// The caller knows them to be ASCII without anything that is escaped.
  package mutating func string(plain words: InlineArray<3, UInt64>) {
    separate()
    buffer.reserve(26)
    buffer.append(UInt8(ascii: "\""))
    for index in words.indices { buffer.append(words[index], length: 8) }
    buffer.append(UInt8(ascii: "\""))
  }

  /// A value as it was received: kept byte for byte, but for the line breaks that are escaped.
  package mutating func received(_ value: Span<UInt8>) {
    separate()
    append(value, escaping: .lineBreaks)
  }

  /// A short value as it was received, in a tenth of the instructions if it is ASCII, as nearly every id is.
  package mutating func received(_ value: ShortBytes) {
    guard value.isASCII else { return value.withSpan { received($0) } }
    separate()
    buffer.append(value)
  }
}

// MARK: Parts

/// Characters of a string that are always the same, escaped once.
package struct JSONCharacters: Sendable {
  fileprivate let text: [UInt8]

  package init(_ value: String) {
    var writer = JSONWriter()
    writer.characters(value)
    text = writer.bytes
  }
}

/// Where characters stand that were written, for one that is written again in the same text.
package struct WrittenCharacters {
  fileprivate let range: Range<Int>
}

extension JSONWriter {
  /// Begins a string whose characters follow, part by part.
  package mutating func openString() {
    separate()
    buffer.append(UInt8(ascii: "\""))
  }

  package mutating func closeString() {
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes characters of the string that is open.
  ///
  /// - Returns: Where they stand.
  @discardableResult
  package mutating func characters(_ value: String) -> WrittenCharacters {
    let start = buffer.count
    append(value)
    return WrittenCharacters(range: start..<buffer.count)
  }

  /// The same for characters that are UTF-8.
  package mutating func characters(utf8 value: Span<UInt8>) -> WrittenCharacters {
    let start = buffer.count
    append(value, escaping: .inString)
    return WrittenCharacters(range: start..<buffer.count)
  }

  package mutating func characters(_ constant: JSONCharacters) {
    buffer.append(constant.text.span)
  }

  /// Writes characters once more, without another look for what is escaped.
  package mutating func characters(_ written: WrittenCharacters) {
    buffer.append(again: written.range)
  }
}

// MARK: Escaping

extension JSONWriter {
  private mutating func append(_ value: String) {
    append(value.utf8Span.span, escaping: .inString)
  }

  /// Appends a text, eight bytes at a time, up to each byte that may have to be escaped.
  @inline(__always)
  private mutating func append(_ text: Span<UInt8>, escaping rule: EscapeScan.Rule) {
    buffer.reserve(text.count + 8)
    let wholeWords = text.count - 8
    var index = 0
    while index <= wholeWords {
      let word = text.eightBytes(at: index)
      let clean = EscapeScan.clean(word, rule)
      buffer.append(word.word, length: clean)
      index += clean
      if clean < 8 { index += appendEscape(text, at: index) }
    }
    while index < text.count {
      let length = text.count - index
      let word = text.lastWord(from: index)
      let clean = min(EscapeScan.clean(word, rule), length)
      buffer.append(word.word, length: clean)
      index += clean
      if clean < length { index += appendEscape(text, at: index) }
    }
  }

  /// Appends the character that begins at `index`, which an ``EscapeScan`` has found.
  ///
  /// Makes room for the rest of the text again, which an escape may have taken.
  ///
  /// - Returns: The number of its bytes that were appended or replaced.
  @inline(never)
  private mutating func appendEscape(_ text: Span<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0x0A: buffer.append(#"\n"#)
    case 0x0D: buffer.append(#"\r"#)
    case 0x09: buffer.append(#"\t"#)
    case UInt8(ascii: "\""): buffer.append(#"\""#)
    case UInt8(ascii: "\\"): buffer.append(#"\\"#)
    case 0..<0x20: appendUnicodeEscape(UInt32(text[index]))
    default:
      if let scalar = text.lineBreak(at: index) {
        appendUnicodeEscape(scalar.value)
        buffer.reserve(text.count - index + 8)
        return UTF8.width(scalar)
      }
      buffer.append(text[index])
    }
    buffer.reserve(text.count - index + 8)
    return 1
  }

  private mutating func appendUnicodeEscape(_ scalar: UInt32) {
    buffer.append(#"\u"#)
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: scalar >> shift & 0xF)
      buffer.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension Span<UInt8> {
  /// The last bytes, fewer than eight, as a word; what is missing is filled with a letter.
  @inline(__always)
  fileprivate func lastWord(from index: Int) -> EightBytes {
    let missing = UInt64(8 - (count - index))
    var letters: UInt64 = 0x6161_6161_6161_6161
    // The bytes in front of `index` are shifted out, where there are enough to load a whole word.
    if count >= 8 {
      return EightBytes(eightBytes(at: count - 8).word >> (8 * missing) | letters << (64 - 8 * missing))
    }
    // A text of fewer than eight bytes: its halves overlap.
    let length = count - index
    if length >= 4 {
      let (first, last) = (UInt64(fourBytes(at: index)), UInt64(fourBytes(at: count - 4)))
      return EightBytes(letters << (8 * UInt64(length)) | last << (8 * UInt64(length - 4)) | first)
    }
    for last in stride(from: count - 1, through: index, by: -1) {
      letters = letters << 8 | UInt64(self[last])
    }
    return EightBytes(letters)
  }

  /// The line break of Unicode's that is no control character of ASCII's and begins at that byte.
  fileprivate func lineBreak(at index: Int) -> Unicode.Scalar? {
    switch self[index] {
    case 0xC2 where index + 1 < count && self[index + 1] == 0x85: "\u{85}"
    case 0xE2 where index + 2 < count && self[index + 1] == 0x80:
      switch self[index + 2] {
      case 0xA8: "\u{2028}"
      case 0xA9: "\u{2029}"
      default: nil
      }
    default: nil
    }
  }
}
