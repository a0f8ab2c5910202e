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
