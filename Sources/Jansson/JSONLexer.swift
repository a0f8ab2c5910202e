/// The tokens of RFC 8259 that have an inside: strings (section 7), numbers (section 6) and words.
enum JSONLexer {
  /// What the strings and numbers hold that were read.
  struct Traits {
    /// False for a string with bytes beyond ASCII in it, or up to seven bytes behind it.
    var isASCII = true
    /// False for a string with an escape and for a number that may be beyond 64 bits.
    var isPlain = true
  }

  /// The index behind the closing quote of the string that opens at `start`.
  static func endOfString(_ text: Span<UInt8>, from start: Int) throws(JSONScanError) -> Int {
    var traits = Traits()
    return try endOfString(text, from: start, &traits)
  }

  /// The index behind the closing quote of the string that opens at `start`; notes what is in the string.
  static func endOfString(
    _ text: Span<UInt8>, from start: Int, _ traits: inout Traits
  ) throws(JSONScanError) -> Int {
    var index = start + 1
    while true {
      index = endOfRun(text, from: index, upTo: text.count, &traits.isASCII)
      guard index < text.count else { throw .syntax("the string has no end", offset: start) }
      switch text[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"):
        traits.isPlain = false
        index = try endOfEscape(text, from: index)
      default: throw .syntax("raw control character in a string", offset: index)
      }
    }
  }

  /// Reads on in the string that opens at `start`.
  ///
  /// - Parameters:
  ///   - index: Where to go on; afterwards, the index behind the closing quote, or where to go on again.
  ///   - limit: Where to stop: there, or behind the escape that spans it.
  ///   - hasEscape: Becomes true for an escape in what is read.
  /// - Returns: Whether the string has ended.
  static func readString(
    _ text: Span<UInt8>, from start: Int, at index: inout Int, upTo limit: Int, _ hasEscape: inout Bool
  ) throws(JSONScanError) -> Bool {
    var isASCII = true
    while true {
      index = endOfRun(text, from: index, upTo: limit, &isASCII)
      guard index < text.count else { throw .syntax("the string has no end", offset: start) }
      guard index < limit else { return false }
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\"):
        hasEscape = true
        index = try endOfEscape(text, from: index)
      default: throw .syntax("raw control character in a string", offset: index)
      }
    }
  }

  /// The index of the first byte from `start` on that is no plain character of a string; `limit` at the latest.
  @inline(__always)
  private static func endOfRun(
    _ text: Span<UInt8>, from start: Int, upTo limit: Int, _ isASCII: inout Bool
  ) -> Int {
    var index = start
    while index + 8 <= limit {
      let bytes = text.eightBytes(at: index)
      let ends = bytes.stringEnds
      if !bytes.isASCII { isASCII = false }
      guard ends == 0 else { return index + EightBytes.distance(to: ends) }
      index += 8
    }
    while index < limit {
      switch text[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20: return index
      case 0x80...: isASCII = false
      default: break
      }
      index += 1
    }
    return index
  }

  /// The index behind an escape; a high surrogate must be followed by a low one, and neither stands alone.
  private static func endOfEscape(_ text: Span<UInt8>, from start: Int) throws(JSONScanError) -> Int {
    guard start + 1 < text.count else { throw .syntax("the string has no end", offset: start) }
    switch text[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    default: break
    }
    switch try codeUnit(text, at: start) {
    case 0xDC00...0xDFFF: throw .syntax("lone surrogate", offset: start)
    case 0xD800...0xDBFF:
      guard let low = try? codeUnit(text, at: start + 6), 0xDC00...0xDFFF ~= low else {
        throw .syntax("lone surrogate", offset: start)
      }
      return start + 12
    default: return start + 6
    }
  }

  /// The UTF-16 code unit of a `\uXXXX` that begins at `start`.
  private static func codeUnit(_ text: Span<UInt8>, at start: Int) throws(JSONScanError) -> UInt16 {
    guard start + 6 <= text.count, text[start] == UInt8(ascii: "\\"), text[start + 1] == UInt8(ascii: "u")
    else { throw .syntax("not an escape", offset: start) }
    var unit: UInt16 = 0
    for index in start + 2..<start + 6 {
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(text[index] & 0xF)
      // "A" is 0x41 and "a" is 0x61: their low four bits are one less than ten below the digit's value.
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        unit = unit << 4 | UInt16(text[index] & 0xF + 9)
      default: throw .syntax("not a hexadecimal digit", offset: index)
      }
    }
    return unit
  }

  /// The number or word that begins at `start`, and the index behind it.
  static func literal(
    _ text: Span<UInt8>, from start: Int
  ) throws(JSONScanError) -> (kind: JSONOutline.Kind, end: Int) {
    var traits = Traits()
    return try literal(text, from: start, &traits)
  }

  /// The number or word that begins at `start`, and the index behind it; notes what is in a number.
  static func literal(
    _ text: Span<UInt8>, from start: Int, _ traits: inout Traits
  ) throws(JSONScanError) -> (kind: JSONOutline.Kind, end: Int) {
    switch text[start] {
    case UInt8(ascii: "t"): (.boolean, try endOfWord(Word.true, 4, text, from: start))
    case UInt8(ascii: "f"): (.boolean, try endOfWord(Word.false, 5, text, from: start))
    case UInt8(ascii: "n"): (.null, try endOfWord(Word.null, 4, text, from: start))
    default: (.number, try endOfNumber(text, from: start, &traits.isPlain))
    }
  }

  /// The words as ``Span/word(at:_:)`` reads them, the first byte lowest: to compare bytes takes ten times as long.
  private enum Word {
    static var `true`: UInt64 { 0x65_75_72_74 }
    static var `false`: UInt64 { 0x65_73_6C_61_66 }
    static var null: UInt64 { 0x6C_6C_75_6E }
  }

  private static func endOfWord(
    _ word: UInt64, _ length: Int, _ text: Span<UInt8>, from start: Int
  ) throws(JSONScanError) -> Int {
    let end = start + length
    guard end <= text.count, text.word(at: start, length) == word else {
      throw .syntax("not a value", offset: start)
    }
    return end
  }

  /// The index behind a number.
  ///
  /// `[ "-" ] ( "0" | digit1-9 *digit ) [ "." 1*digit ] [ ("e"|"E") [ "+"|"-" ] 1*digit ]`
  private static func endOfNumber(
    _ text: Span<UInt8>, from start: Int, _ isPlain: inout Bool
  ) throws(JSONScanError) -> Int {
    var index = start
    if text[index] == UInt8(ascii: "-") { index += 1 }
    let leading = index
    index = try endOfDigits(text, from: index, of: start)
    if text[leading] == UInt8(ascii: "0"), index > leading + 1 {
      throw .syntax("a number has a leading zero", offset: start)
    }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index = try endOfDigits(text, from: index + 1, of: start)
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      isPlain = false
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
        index += 1
      }
      index = try endOfDigits(text, from: index, of: start)
    }
    if index - start >= manyDigits { isPlain = false }
    return index
  }

  /// The digits of the smallest integer that 64 bits do not hold.
  private static let manyDigits = 19
  /// Of so many digits most numbers have fewer, and those behind them are read eight at a time.
  private static let fewDigits = 24

  private static func endOfDigits(
    _ text: Span<UInt8>, from first: Int, of start: Int
  ) throws(JSONScanError) -> Int {
    var index = first
    let few = min(text.count, first + fewDigits)
    while index < few, 0x30...0x39 ~= text[index] { index += 1 }
    if index == first + fewDigits { index = text.endOfDigits(from: index) }
    guard index > first else { throw .syntax("not a value", offset: start) }
    return index
  }
}
