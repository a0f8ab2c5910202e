/// A question about a JSON value that is either so or not: what stands at a place in it (docs/command-line.md).
///
/// It is asked of a text without white space between its tokens, as values of resources are, and makes no tree of it.
package struct Condition: Hashable, Sendable {
  package enum Test: Hashable, Sendable {
    /// There is something, and it equals one of these, which have no white space between their tokens.
    case oneOf([JSONText])
    /// There is something, and it does not equal this.
    case not(JSONText)
    /// Whether there is something; null is something.
    case exists(Bool)
    /// There is a number, and it is no smaller.
    case atLeast(ExactNumber)
    /// There is a number, and it is no larger.
    case atMost(ExactNumber)
    /// What is there, nothing included, is not what was there before.
    case changed
  }

  package let place: JSONPlace
  package let test: Test

  package init(_ place: JSONPlace, _ test: Test) {
    (self.place, self.test) = (place, test)
  }

  /// Whether it is so.
  ///
  /// - Parameter before: What stood at the place before, for ``Test/changed``; nil for nothing.
  package func holds(in text: Span<UInt8>, after before: [UInt8]? = nil) -> Bool {
    guard let found = place.find(in: text) else {
      return test == .exists(false) || test == .changed && before != nil
    }
    switch test {
    case .exists(let isThere): return isThere
    case .oneOf(let values): return values.contains { Self.isEqual(text, found, $0) }
    case .not(let value): return !Self.isEqual(text, found, value)
    case .atLeast(let bound): return Self.number(text, found).map { $0 >= bound } ?? false
    case .atMost(let bound): return Self.number(text, found).map { $0 <= bound } ?? false
    case .changed: return before.map { !text.isValue(found, equalTo: $0.span, $0.indices) } ?? true
    }
  }

  /// What stands at the place, as it is written; nil for nothing.
  package func part(of text: [UInt8]) -> [UInt8]? {
    place.find(in: text.span).map { Array(text[$0]) }
  }

  private static func isEqual(_ text: Span<UInt8>, _ found: Range<Int>, _ value: JSONText) -> Bool {
    let bytes = value.bytes
    return text.isValue(found, equalTo: bytes.span, bytes.indices)
  }

  private static func number(_ text: Span<UInt8>, _ found: Range<Int>) -> ExactNumber? {
    text[found.lowerBound].beginsNumber ? ExactNumber(text.extracting(found)) : nil
  }
}
