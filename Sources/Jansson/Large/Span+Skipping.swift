/// Ways through a text that a scanner has passed: nothing is checked again.
extension Span<UInt8> {
  /// The index of the next byte that is no white space; the end of the text at the latest.
  package func skippingSpace(from start: Int) -> Int {
    // Mostly there is none.
    guard start < count, self[start] <= 0x20 else { return start }
    var index = start + 1
    while index + 8 <= count, eightBytes(at: index).areSpace { index += 8 }
    while index < count, self[index] <= 0x20 { index += 1 }
    return index
  }

  /// The index behind the value that begins at `start`.
  package func endOfValue(from start: Int) -> Int {
    // A value ends within its text.
    endOfValue(from: start, upTo: count) ?? count
  }

  /// The same, unless it is behind `limit`.
  package func endOfValue(from start: Int, upTo limit: Int) -> Int? {
    switch self[start] {
    case UInt8(ascii: "\""): return endOfString(from: start, upTo: limit)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(from: start, upTo: limit)
    default: return endOfLiteral(from: start)
    }
  }

  private func endOfContainer(from start: Int, upTo limit: Int) -> Int? {
    var (index, depth) = (start, 0)
    repeat {
      guard index < limit else { return nil }
      switch self[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(from: index, upTo: limit) else { return nil }
        index = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
      default: index += 1
      }
    } while depth > 0
    return index
  }

  /// The index behind a number or a word.
  func endOfLiteral(from start: Int) -> Int {
    var index = start
    // A number is rarely longer.
    let few = Swift.min(count, start + 24)
    while index < few {
      guard !endsLiteral(index) else { return index }
      index += 1
    }
    while index + 8 <= count, eightBytes(at: index).literalEnds == 0 { index += 8 }
    while index < count, !endsLiteral(index) { index += 1 }
    return index
  }

  private func endsLiteral(_ index: Int) -> Bool {
    switch self[index] {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  /// The index behind the closing quote of the string that opens at `start`.
  package func endOfString(from start: Int) -> Int {
    var index = start + 1
    _ = skipString(at: &index, upTo: count)
    return index
  }

  /// The same, unless it is behind `limit`.
  package func endOfString(from start: Int, upTo limit: Int) -> Int? {
    var index = start + 1
    return skipString(at: &index, upTo: limit) ? index : nil
  }

  /// Goes on within a string.
  ///
  /// - Parameters:
  ///   - index: Where to go on, not in an escape; afterwards, the index behind the closing quote, or where to go on
  ///     again.
  ///   - limit: Where to stop: there, or behind the backslash and the byte that span it.
  /// - Returns: Whether the string has ended.
  func skipString(at index: inout Int, upTo limit: Int) -> Bool {
    while true {
      index = next(ofEither: UInt8(ascii: "\""), UInt8(ascii: "\\"), from: index, upTo: limit)
      guard index < limit else { return false }
      if self[index] == UInt8(ascii: "\"") {
        index += 1
        return true
      }
      index += 2
    }
  }

  /// Whether the bytes are the same in themselves: ASCII without a backslash.
  func isPlain(_ bytes: Range<Int>) -> Bool {
    var index = bytes.lowerBound
    while index + 8 <= bytes.upperBound {
      let next = eightBytes(at: index)
      guard next.isASCII, next.matches(UInt8(ascii: "\\")) == 0 else { return false }
      index += 8
    }
    let last = EightBytes(word(at: index, bytes.upperBound - index))
    return last.isASCII && last.matches(UInt8(ascii: "\\")) == 0
  }

  /// Whether the bytes are ASCII.
  func isASCII(_ bytes: Range<Int>) -> Bool {
    var index = bytes.lowerBound
    while index + 8 <= bytes.upperBound {
      guard eightBytes(at: index).isASCII else { return false }
      index += 8
    }
    return EightBytes(word(at: index, bytes.upperBound - index)).isASCII
  }

  /// The index of the next of two bytes; `limit` at the latest, or `start` if that is behind it.
  private func next(ofEither one: UInt8, _ other: UInt8, from start: Int, upTo limit: Int) -> Int {
    var index = start
    while index + 8 <= limit {
      let next = eightBytes(at: index)
      let found = next.matches(one) | next.matches(other)
      if found != 0 { return index + EightBytes.distance(to: found) }
      index += 8
    }
    while index < limit, self[index] != one, self[index] != other { index += 1 }
    return index
  }
}
