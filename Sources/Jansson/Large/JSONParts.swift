/// The members of an object or the elements of an array, one after the other and without a tree.
///
/// The text has been scanned, and has no white space between its tokens.
package struct JSONParts: Sequence, IteratorProtocol {
  package struct Part {
    /// A member's name with its quotes, as written; nil for an element.
    package let name: Range<Int>?
    package let value: Range<Int>
  }

  private let text: [UInt8]
  private let isObject: Bool
  private var index: Int

  /// - Parameter start: Where the value begins.
  /// - Returns: nil for a value that is no container.
  package init?(of text: [UInt8], at start: Int = 0) {
    guard let first = text.dropFirst(start).first, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first)
    else { return nil }
    self.text = text
    isObject = first == UInt8(ascii: "{")
    index = start + 1
  }

  package mutating func next() -> Part? {
    guard let part = part else { return nil }
    index = part.value.upperBound
    if text[index] == UInt8(ascii: ",") { index += 1 }
    return part
  }

  /// The part at the index; nil behind the last one.
  private var part: Part? {
    let span = text.span
    guard span[index] != UInt8(ascii: "}"), span[index] != UInt8(ascii: "]") else { return nil }
    guard isObject else { return Part(name: nil, value: index..<span.endOfValue(from: index)) }
    let end = span.endOfString(from: index)
    return Part(name: index..<end, value: end + 1..<span.endOfValue(from: end + 1))
  }

  /// How many parts the value at `start` has; nil for one that is no container.
  package static func count(of text: [UInt8], at start: Int = 0) -> Int? {
    JSONParts(of: text, at: start)?.reduce(0) { count, _ in count + 1 }
  }
}
