/// At most 23 bytes, kept in place and compared as numbers of 64 bits.
///
/// Names and ids are mostly that short, and cost no allocation in this form.
package struct ShortBytes: Hashable, Sendable, BitwiseCopyable {
  package static let capacity = 23

  /// The first eight bytes, the first one lowest; zero behind the last one.
  package let head: UInt64
  let middle: UInt64
  /// The last seven bytes and, in the highest byte, how many there are in all.
  let tail: UInt64

  /// The bytes of a part of `text`; nil when they are too many.
  package init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= Self.capacity else { return nil }
    let (start, count) = (range.lowerBound, range.count)
    head = text.word(at: start, count)
    middle = count > 8 ? text.word(at: start + 8, count - 8) : 0
    tail = (count > 16 ? text.word(at: start + 16, count - 16) : 0) | UInt64(count) << 56
  }

  /// The UTF-8 of a string; nil when it is too long.
  package init?(_ string: String) {
    self.init(Array(string.utf8).span, 0..<string.utf8.count)
  }

  /// Written out, because other modules call a derived one by way of a table.
  package static func == (left: ShortBytes, right: ShortBytes) -> Bool {
    left.head == right.head && left.tail == right.tail && left.middle == right.middle
  }

  package var count: Int { Int(tail >> 56) }

  /// Whether every byte is ASCII.
  var isASCII: Bool {
    // The count is below 0x80 too.
    EightBytes(head | middle | tail).isASCII
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: word($0 / 8) >> (8 * UInt64($0 % 8))) }
  }

  /// The bytes as UTF-8.
  package var string: String {
    var string = ""
    withSpan { string = String(utf8: $0) }
    return string
  }

  /// Lends the bytes to `body`, without an allocation.
  package func withSpan(_ body: (Span<UInt8>) -> Void) {
    let words: InlineArray<3, UInt64> = [head.littleEndian, middle.littleEndian, tail.littleEndian]
    // SAFETY: the words are 24 initialised bytes, `count` is less than that, and the span does not leave `body`.
    unsafe words.span.withUnsafeBytes { buffer in
      unsafe buffer.withMemoryRebound(to: UInt8.self) { unsafe body($0.span.extracting(first: count)) }
    }
  }

  private func word(_ index: Int) -> UInt64 {
    switch index {
    case 0: head
    case 1: middle
    default: tail
    }
  }
}

extension Span<UInt8> {
  /// The first of `count` bytes from `start` on as a number, at most eight of them.
  func word(at start: Int, _ count: Int) -> UInt64 {
    // What follows in the text may be loaded too and is masked away.
    if start + 8 <= self.count { return eightBytes(at: start).prefix(count) }
    var word: UInt64 = 0
    for index in (0..<Swift.min(count, 8)).reversed() { word = word << 8 | UInt64(self[start + index]) }
    return word
  }
}
