/// Ways through a text that a scanner has passed: nothing is checked again.
extension Span<UInt8> {
  /// The index of the next byte that is no white space; the end of the text at the latest.
  package func skippingSpace(from start: Int) -> Int {
    var index = start
    while index < count, self[index] <= 0x20 { index += 1 }
    return index
  }

  /// The index behind the value that begins at `start`.
  package func endOfValue(from start: Int) -> Int {
    switch self[start] {
    case UInt8(ascii: "\""): endOfString(from: start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): endOfContainer(from: start)
    default: endOfLiteral(from: start)
    }
  }

  private func endOfContainer(from start: Int) -> Int {
    var (index, depth) = (start, 0)
    repeat {
      switch self[index] {
      case UInt8(ascii: "\""): index = endOfString(from: index)
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
    while index < count {
      switch self[index] {
      case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return index
      default: index += 1
      }
    }
    return index
  }

  /// The index behind the closing quote of the string that opens at `start`.
  package func endOfString(from start: Int) -> Int {
    var index = start + 1
    while true {
      index = next(ofEither: UInt8(ascii: "\""), UInt8(ascii: "\\"), from: index)
      if self[index] == UInt8(ascii: "\"") { return index + 1 }
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
    while index < bytes.upperBound {
      guard self[index] < 0x80, self[index] != UInt8(ascii: "\\") else { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes are ASCII.
  func isASCII(_ bytes: Range<Int>) -> Bool {
    var index = bytes.lowerBound
    while index + 8 <= bytes.upperBound {
      guard eightBytes(at: index).isASCII else { return false }
      index += 8
    }
    while index < bytes.upperBound {
      guard self[index] < 0x80 else { return false }
      index += 1
    }
    return true
  }

  /// The index of the next of two bytes.
  private func next(ofEither one: UInt8, _ other: UInt8, from start: Int) -> Int {
    var index = start
    while index + 8 <= count {
      let next = eightBytes(at: index)
      let found = next.matches(one) | next.matches(other)
      if found != 0 { return index + EightBytes.distance(to: found) }
      index += 8
    }
    while self[index] != one, self[index] != other { index += 1 }
    return index
  }
}
