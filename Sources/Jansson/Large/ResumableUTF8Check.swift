/// Checks part by part that a large text is UTF-8.
package struct ResumableUTF8Check {
  private var index = 0
  /// So many bytes are checked together: runs of ASCII need no more than a look at each eight of them.
  private static let window = 256

  package init() {}

  /// Checks about `count` bytes more.
  ///
  /// - Parameter text: The same whole text in each call.
  /// - Returns: Whether the end is reached; nil if the text is not UTF-8.
  package mutating func check(_ text: Span<UInt8>, count: Int) -> Bool? {
    let end = min(text.count, index + count)
    while index < end {
      let next = text.boundary(atMost: min(index + Self.window, text.count))
      guard next > index, text.isUTF8(index..<next) else { return nil }
      index = next
    }
    return index == text.count
  }
}

extension Span<UInt8> {
  /// The beginning of a scalar at or just before `index`; in what is not UTF-8, any index.
  fileprivate func boundary(atMost index: Int) -> Int {
    guard index < count else { return count }
    // A scalar has at most three bytes behind its first.
    for candidate in stride(from: index, to: Swift.max(0, index - 4), by: -1)
    where self[candidate] & 0xC0 != 0x80 {
      return candidate
    }
    return index
  }

  fileprivate func isUTF8(_ range: Range<Int>) -> Bool {
    isASCII(range) || (try? UTF8Span(validating: extracting(range))) != nil
  }
}
