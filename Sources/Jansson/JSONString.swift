/// String literals of a text that was scanned: RFC 8259, section 7.
package enum JSONString {
  /// The value of a literal, which has its quotes.
  package static func decode(_ literal: Span<UInt8>) -> String {
    let inside = literal.extracting(1..<literal.count - 1)
    guard inside.firstIndex(of: UInt8(ascii: "\\")) != nil else { return String(utf8: inside) }
    return String(utf8: unescaped(inside).span)
  }

  /// The beginning of a literal's value: so many scalars, or all of it.
  package static func decode(_ literal: Span<UInt8>, scalars: Int) -> String {
    var (index, count) = (1, 0)
    while index < literal.count - 1, count < scalars {
      index = literal[index] == UInt8(ascii: "\\") ? JSONEscapes.scalar(literal, at: index).end : index + 1
      while index < literal.count - 1, literal[index] & 0xC0 == 0x80 { index += 1 }
      count += 1
    }
    return decode((literal.extracting(0..<index).array + [UInt8(ascii: "\"")]).span)
  }

  /// The UTF-8 of a literal's value.
  package static func bytes(_ literal: Span<UInt8>) -> [UInt8] {
    unescaped(literal.extracting(1..<literal.count - 1))
  }

  private static func unescaped(_ inside: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(inside.count)
    var index = 0
    while index < inside.count {
      guard inside[index] == UInt8(ascii: "\\") else {
        bytes.append(inside[index])
        index += 1
        continue
      }
      if inside[index + 1] == UInt8(ascii: "u") {
        index = appendScalar(at: index, of: inside, to: &bytes)
      } else {
        bytes.append(character(escapedBy: inside[index + 1]))
        index += 2
      }
    }
    return bytes
  }

  private static func character(escapedBy byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: byte
    }
  }

  /// Appends the scalar of a `\uXXXX`, or of two that make a surrogate pair.
  ///
  /// - Returns: The index behind it.
  private static func appendScalar(at start: Int, of text: Span<UInt8>, to bytes: inout [UInt8]) -> Int {
    let unit = codeUnit(at: start, of: text)
    guard 0xD800...0xDBFF ~= unit else {
      append(UnicodeScalar(unit), to: &bytes)
      return start + 6
    }
    let scalar = 0x10000 + (unit - 0xD800) << 10 + (codeUnit(at: start + 6, of: text) - 0xDC00)
    append(UnicodeScalar(scalar), to: &bytes)
    return start + 12
  }

  private static func append(_ scalar: UnicodeScalar?, to bytes: inout [UInt8]) {
    for byte in UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
  }

  private static func codeUnit(at start: Int, of text: Span<UInt8>) -> UInt32 {
    (start + 2..<start + 6).reduce(0) { unit, index in
      let digit = text[index]
      // "A" is 0x41 and "a" is 0x61: their low four bits are one less than ten below the digit's value.
      return unit << 4 | UInt32(digit <= UInt8(ascii: "9") ? digit & 0xF : digit & 0xF + 9)
    }
  }
}

extension String {
  /// A copy of bytes that are UTF-8.
  init(utf8 bytes: Span<UInt8>) {
    // SAFETY: the buffer is read within the closure that lends it.
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
