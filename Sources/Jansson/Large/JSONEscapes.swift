/// The escapes of JSON strings (RFC 8259 section 7) in texts that were scanned.
enum JSONEscapes {
  /// The scalar that an escape stands for, and the index behind it.
  ///
  /// - Parameter start: Where the backslash is.
  static func scalar(_ text: Span<UInt8>, at start: Int) -> (scalar: Unicode.Scalar, end: Int) {
    switch text[start + 1] {
    case UInt8(ascii: "b"): return ("\u{8}", start + 2)
    case UInt8(ascii: "f"): return ("\u{C}", start + 2)
    case UInt8(ascii: "n"): return ("\n", start + 2)
    case UInt8(ascii: "r"): return ("\r", start + 2)
    case UInt8(ascii: "t"): return ("\t", start + 2)
    case UInt8(ascii: "u"): break
    case let byte: return (Unicode.Scalar(byte), start + 2)
    }
    let unit = codeUnit(text, at: start + 2)
    guard 0xD800..<0xDC00 ~= unit else { return (Unicode.Scalar(unit) ?? "\u{FFFD}", start + 6) }
    // The scanner has seen that a low surrogate follows a high one.
    let value = 0x1_0000 + (unit - 0xD800) << 10 + (codeUnit(text, at: start + 8) - 0xDC00)
    return (Unicode.Scalar(value) ?? "\u{FFFD}", start + 12)
  }

  private static func codeUnit(_ text: Span<UInt8>, at start: Int) -> UInt32 {
    var unit: UInt32 = 0
    for index in start..<start + 4 {
      let byte = text[index]
      unit = unit << 4 | UInt32(byte < 0x40 ? byte - 0x30 : (byte | 0x20) - 0x57)
    }
    return unit
  }

  /// What stands between quotes, in UTF-8, without escapes.
  static func resolved(_ text: Span<UInt8>, _ bytes: Range<Int>) -> [UInt8] {
    var resolved: [UInt8] = []
    resolved.reserveCapacity(bytes.count)
    var index = bytes.lowerBound
    while index < bytes.upperBound {
      guard text[index] == UInt8(ascii: "\\") else {
        resolved.append(text[index])
        index += 1
        continue
      }
      let (scalar, end) = scalar(text, at: index)
      if scalar.isASCII {
        resolved.append(UInt8(scalar.value))
      } else {
        resolved += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
      index = end
    }
    return resolved
  }
}

extension Span<UInt8> {
  func hasEscape(_ bytes: Range<Int>) -> Bool {
    var index = bytes.lowerBound
    while index + 8 <= bytes.upperBound {
      guard eightBytes(at: index).matches(UInt8(ascii: "\\")) == 0 else { return true }
      index += 8
    }
    return EightBytes(word(at: index, bytes.upperBound - index)).matches(UInt8(ascii: "\\")) != 0
  }

  /// Whether a member's name, between its quotes, is `name`, which has no escape.
  ///
  /// Inlined, because most names are others, and the length or the first byte says so.
  @inlinable package func isName(_ name: StaticString, at bytes: Range<Int>) -> Bool {
    guard bytes.count >= name.utf8CodeUnitCount else { return false }
    let first = self[bytes.lowerBound]
    // SAFETY: the name has a byte, and its bytes live for ever.
    let mayBegin = unsafe first == name.utf8Start[0] || first == UInt8(ascii: "\\")
    return mayBegin && isWholeName(name, at: bytes)
  }

  /// The same for a name that is long enough and may begin so.
  @usableFromInline
  func isWholeName(_ name: StaticString, at bytes: Range<Int>) -> Bool {
    let count = name.utf8CodeUnitCount
    // Each escape is longer than what it stands for, six times at most: a name of any length is looked at in no time.
    guard bytes.count != count else { return begins(with: name, at: bytes.lowerBound) }
    guard bytes.count <= 6 * count, hasEscape(bytes) else { return false }
    let resolved = JSONEscapes.resolved(self, bytes)
    return resolved.count == count && resolved.span.begins(with: name, at: 0)
  }

  /// Whether the bytes from `start` on are those of `literal`.
  package func has(_ literal: StaticString, at start: Int) -> Bool {
    start + literal.utf8CodeUnitCount <= count && begins(with: literal, at: start)
  }

  private func begins(with name: StaticString, at start: Int) -> Bool {
    let count = name.utf8CodeUnitCount
    guard count < 8 else { return beginsByWords(with: name, at: start) }
    for index in 0..<count {
      // SAFETY: the index is within the string, whose bytes live for ever.
      guard unsafe self[start + index] == name.utf8Start[index] else { return false }
    }
    return true
  }

  /// The same for a name of at least eight bytes, of which the last word may begin within the one before it.
  private func beginsByWords(with name: StaticString, at start: Int) -> Bool {
    let last = name.utf8CodeUnitCount - 8
    var index = 0
    while index < last + 8 {
      let place = Swift.min(index, last)
      // SAFETY: the eight bytes are within the string, whose bytes live for ever, and any eight bytes are a UInt64.
      let word = unsafe UnsafeRawPointer(name.utf8Start).loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard eightBytes(at: start + place).word == UInt64(littleEndian: word) else { return false }
      index += 8
    }
    return true
  }
}
