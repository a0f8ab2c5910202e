/// Equality of JSON values, in texts without white space between their tokens.
///
/// Numbers are equal by their exact value, strings by the characters that they stand for, arrays element by element,
/// and objects by their members in any order. Each text is walked once, and a second time at most where members are in
/// another order: no value is skipped for each object that it lies in.
extension Span<UInt8> {
  /// Whether the value at `range` equals one of another text.
  func isValue(_ range: Range<Int>, equalTo other: Span<UInt8>, _ otherRange: Range<Int>) -> Bool {
    if isEqual(range, to: other, otherRange) { return true }
    var (index, otherIndex, ends) = (range.lowerBound, otherRange.lowerBound, ContainerEnds())
    return passValue(&index, equalTo: other, &otherIndex, &ends)
  }

  /// Goes behind two values if they are equal.
  private func passValue(
    _ index: inout Int, equalTo other: Span<UInt8>, _ otherIndex: inout Int, _ ends: inout ContainerEnds
  ) -> Bool {
    switch (self[index], other[otherIndex]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "{")): passObject(&index, equalTo: other, &otherIndex, &ends)
    case (UInt8(ascii: "["), UInt8(ascii: "[")): passArray(&index, equalTo: other, &otherIndex, &ends)
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")): passString(&index, equalTo: other, &otherIndex)
    default: passLiteral(&index, equalTo: other, &otherIndex)
    }
  }

  private func passString(_ index: inout Int, equalTo other: Span<UInt8>, _ otherIndex: inout Int) -> Bool {
    let (start, otherStart) = (index + 1, otherIndex + 1)
    (index, otherIndex) = (endOfString(from: index), other.endOfString(from: otherIndex))
    return isString(start..<index - 1, equalTo: other, otherStart..<otherIndex - 1)
  }

  private func passLiteral(_ index: inout Int, equalTo other: Span<UInt8>, _ otherIndex: inout Int) -> Bool {
    let (start, otherStart) = (index, otherIndex)
    let areNumbers = self[start].beginsNumber && other[otherStart].beginsNumber
    (index, otherIndex) = (endOfValue(from: index), other.endOfValue(from: otherIndex))
    if isEqual(start..<index, to: other, otherStart..<otherIndex) { return true }
    guard areNumbers else { return false }
    return ExactNumber(extracting(start..<index)) == ExactNumber(other.extracting(otherStart..<otherIndex))
  }

  private func passArray(
    _ index: inout Int, equalTo other: Span<UInt8>, _ otherIndex: inout Int, _ ends: inout ContainerEnds
  ) -> Bool {
    (index, otherIndex) = (index + 1, otherIndex + 1)
    while self[index] != UInt8(ascii: "]") {
      guard other[otherIndex] != UInt8(ascii: "]"), passValue(&index, equalTo: other, &otherIndex, &ends)
      else { return false }
      (index, otherIndex) = (behindComma(index), other.behindComma(otherIndex))
    }
    guard other[otherIndex] == UInt8(ascii: "]") else { return false }
    (index, otherIndex) = (index + 1, otherIndex + 1)
    return true
  }

  private func passObject(
    _ index: inout Int, equalTo other: Span<UInt8>, _ otherIndex: inout Int, _ ends: inout ContainerEnds
  ) -> Bool {
    (index, otherIndex) = (index + 1, otherIndex + 1)
    while self[index] != UInt8(ascii: "}") {
      guard other[otherIndex] != UInt8(ascii: "}") else { return false }
      let (name, otherName) = (name(at: index), other.name(at: otherIndex))
      guard isString(name, equalTo: other, otherName) else {
        return passRest(&index, equalTo: other, &otherIndex, &ends)
      }
      (index, otherIndex) = (name.upperBound + 2, otherName.upperBound + 2)
      guard passValue(&index, equalTo: other, &otherIndex, &ends) else { return false }
      (index, otherIndex) = (behindComma(index), other.behindComma(otherIndex))
    }
    guard other[otherIndex] == UInt8(ascii: "}") else { return false }
    (index, otherIndex) = (index + 1, otherIndex + 1)
    return true
  }

  /// Goes behind two objects of which the rest of the members is in another order.
  private func passRest(
    _ index: inout Int, equalTo other: Span<UInt8>, _ otherIndex: inout Int, _ ends: inout ContainerEnds
  ) -> Bool {
    var rest = RemainingMembers(of: other, from: otherIndex, &ends)
    while self[index] != UInt8(ascii: "}") {
      let name = name(at: index)
      guard var value = rest.take(name, of: self, from: other) else { return false }
      index = name.upperBound + 2
      guard passValue(&index, equalTo: other, &value, &ends) else { return false }
      index = behindComma(index)
    }
    (index, otherIndex) = (index + 1, rest.end)
    return rest.isEmpty
  }
}

extension UInt8 {
  /// Whether a value that begins with this byte is a number.
  var beginsNumber: Bool { self == UInt8(ascii: "-") || 0x30...0x39 ~= self }
}
