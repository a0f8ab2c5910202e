import Jansson

extension HeaderSection {
  /// Takes one header line, `Name: value`; names in any case, other names than the two known are ignored.
  mutating func read(_ line: Span<UInt8>) throws(ProtocolProblem) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .init(.invalidRequest, "A header line must be a name, a colon and a value")
    }
    let name = line.extracting(HeaderLine.trimmed(0..<colon, of: line))
    let value = line.extracting(HeaderLine.trimmed(colon + 1..<line.count, of: line))
    if name.spellsLowercased("content-length") {
      try readLength(value)
    } else if name.spellsLowercased("content-type") {
      isCharsetRefused = isCharsetRefused || !HeaderLine.acceptsCharset(of: value)
    }
  }

  private mutating func readLength(_ digits: Span<UInt8>) throws(ProtocolProblem) {
    guard let length = HeaderLine.number(digits) else {
      throw .init(.invalidRequest, "Content-Length must be a number of bytes")
    }
    guard contentLength == nil || contentLength == length else {
      throw .init(.invalidRequest, "The header has two different Content-Lengths")
    }
    contentLength = length
  }
}

/// The parts of a header line.
enum HeaderLine {
  /// The range without white space at its ends.
  static func trimmed(_ range: Range<Int>, of text: Span<UInt8>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(text[start]) { start += 1 }
    while start < end, isSpace(text[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  /// A number of digits alone; nil for anything else, and for one beyond 64 bits.
  static func number(_ digits: Span<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var value = 0
    for index in digits.indices {
      guard 0x30...0x39 ~= digits[index] else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(Int(digits[index] & 0xF))
      guard !overflow, !overflows else { return nil }
      value = sum
    }
    return value
  }

  /// Whether the charset parameter is absent, utf-8 or utf8; RFC 9110, section 8.3.1.
  static func acceptsCharset(of value: Span<UInt8>) -> Bool {
    var end = value.firstIndex(of: UInt8(ascii: ";"))
    while let semicolon = end {
      let start = semicolon + 1
      end = value.firstIndex(of: UInt8(ascii: ";"), from: start)
      let parameter = value.extracting(start..<(end ?? value.count))
      let equals = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.count
      guard parameter.extracting(trimmed(0..<equals, of: parameter)).spellsLowercased("charset") else {
        continue
      }
      let rest = min(equals + 1, parameter.count)..<parameter.count
      let charset = parameter.extracting(unquoted(trimmed(rest, of: parameter), of: parameter))
      return charset.spellsLowercased("utf-8") || charset.spellsLowercased("utf8")
    }
    return true
  }

  /// The range without the quotation marks around it.
  private static func unquoted(_ range: Range<Int>, of text: Span<UInt8>) -> Range<Int> {
    let mark = UInt8(ascii: "\"")
    guard range.count >= 2, text[range.lowerBound] == mark, text[range.upperBound - 1] == mark else {
      return range
    }
    return range.lowerBound + 1..<range.upperBound - 1
  }
}
