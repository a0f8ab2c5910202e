/// A name of at most seven bytes as one number, so that names are compared with constants.
///
/// The first byte is the lowest; the highest byte holds how many there are.
package struct NameWord: Equatable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The bytes of a part of `text`; the word of no name at all if there are more than seven.
  package init(_ text: Span<UInt8>, _ range: Range<Int>) {
    let count = range.count
    rawValue = count < 8 ? text.word(at: range.lowerBound, count) | UInt64(count) << 56 : .max
  }
}
