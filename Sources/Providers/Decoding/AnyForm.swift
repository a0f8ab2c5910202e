import Jansson

/// The text of a value of any shape: as it was written, without white space between its tokens and without line
/// breaks in its strings.
///
/// So large numbers, the order of members and repeated names stay as they are.
struct AnyForm: ValueForm {
  static let members: [StaticString] = []

  private var out: CanonicalText
  private var index: Int

  init(_ text: Span<UInt8>, at start: Int, found: [Int?]) {
    out = CanonicalText(capacity: text.count)
    index = start
  }

  mutating func read(_ text: Span<UInt8>, count: Int) -> Bool {
    // Only a line break of Unicode's takes more room than it had.
    out.makeRoom(for: count, of: text.count - index)
    out.compact(text, from: &index, count: count)
    return index == text.count
  }

  mutating func arrange(count: inout Int) -> [UInt8]? {
    out.takeBytes(count: count * CanonicalText.copiedPerElement)
  }
}
