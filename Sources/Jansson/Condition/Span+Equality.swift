/// Equality of JSON values, in texts without white space between their tokens.
///
/// Numbers are equal by their exact value, strings by the characters that they stand for, arrays element by element,
/// and objects by their members in any order.
extension Span<UInt8> {
  /// Whether the value at `range` equals one of another text.
  func isValue(_ range: Range<Int>, equalTo other: Span<UInt8>, _ otherRange: Range<Int>) -> Bool {
    if isEqual(range, to: other, otherRange) { return true }
    switch (self[range.lowerBound], other[otherRange.lowerBound]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "{")): return isObject(range, equalTo: other, otherRange)
    case (UInt8(ascii: "["), UInt8(ascii: "[")): return isArray(range, equalTo: other, otherRange)
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")):
      guard hasEscape(range) || other.hasEscape(otherRange) else { return false }
      return JSONString.bytes(extracting(range)) == JSONString.bytes(other.extracting(otherRange))
    case (let first, let second) where first.beginsNumber && second.beginsNumber:
      return ExactNumber(extracting(range)) == ExactNumber(other.extracting(otherRange))
    default: return false
    }
  }

  private func isObject(
    _ range: Range<Int>, equalTo other: Span<UInt8>, _ otherRange: Range<Int>
  ) -> Bool {
    let (members, others) = (membersOfObject(at: range), other.membersOfObject(at: otherRange))
    guard let partners = MemberPairs.partners(of: members, self, among: others, other) else { return false }
    for (member, partner) in zip(members, partners) {
      guard isValue(member.value, equalTo: other, others[partner].value) else { return false }
    }
    return true
  }

  private func isArray(_ range: Range<Int>, equalTo other: Span<UInt8>, _ otherRange: Range<Int>) -> Bool {
    let (elements, others) = (elementsOfArray(at: range), other.elementsOfArray(at: otherRange))
    guard elements.count == others.count else { return false }
    for (index, element) in elements.enumerated() {
      guard isValue(element, equalTo: other, others[index]) else { return false }
    }
    return true
  }
}

extension UInt8 {
  /// Whether a value that begins with this byte is a number.
  var beginsNumber: Bool { self == UInt8(ascii: "-") || 0x30...0x39 ~= self }
}
