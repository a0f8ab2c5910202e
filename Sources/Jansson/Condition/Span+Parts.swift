/// The parts of values in a text without white space between its tokens.
extension Span<UInt8> {
  struct Member {
    /// The name without its quotes, as written.
    let name: Range<Int>
    let value: Range<Int>
  }

  func membersOfObject(at range: Range<Int>) -> [Member] {
    var members: [Member] = []
    var index = range.lowerBound + 1
    while self[index] != UInt8(ascii: "}") {
      let end = endOfString(from: index)
      let name = index + 1..<end - 1
      index = endOfValue(from: end + 1)
      members.append(Member(name: name, value: end + 1..<index))
      if self[index] == UInt8(ascii: ",") { index += 1 }
    }
    return members
  }

  func elementsOfArray(at range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var index = range.lowerBound + 1
    while self[index] != UInt8(ascii: "]") {
      let end = endOfValue(from: index)
      elements.append(index..<end)
      index = self[end] == UInt8(ascii: ",") ? end + 1 : end
    }
    return elements
  }

  /// The name of the member that begins at `start`, between its quotes.
  func name(at start: Int) -> Range<Int> { start + 1..<endOfString(from: start) - 1 }

  /// The index behind a comma, if there is one.
  func behindComma(_ index: Int) -> Int {
    self[index] == UInt8(ascii: ",") ? index + 1 : index
  }

  /// Whether two strings, both between their quotes, stand for the same characters.
  func isString(_ range: Range<Int>, equalTo other: Span<UInt8>, _ otherRange: Range<Int>) -> Bool {
    if isEqual(range, to: other, otherRange) { return true }
    guard hasEscape(range) || other.hasEscape(otherRange) else { return false }
    return JSONEscapes.resolved(self, range) == JSONEscapes.resolved(other, otherRange)
  }

  /// Whether the bytes of two texts are the same.
  func isEqual(_ range: Range<Int>, to other: Span<UInt8>, _ otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count else { return false }
    var (index, otherIndex) = (range.lowerBound, otherRange.lowerBound)
    while index + 8 <= range.upperBound {
      guard eightBytes(at: index) == other.eightBytes(at: otherIndex) else { return false }
      (index, otherIndex) = (index + 8, otherIndex + 8)
    }
    while index < range.upperBound {
      guard self[index] == other[otherIndex] else { return false }
      (index, otherIndex) = (index + 1, otherIndex + 1)
    }
    return true
  }
}
