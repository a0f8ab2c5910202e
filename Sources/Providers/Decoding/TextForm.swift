import Jansson

/// The text of a string: what a source gives that is no JSON, without the line breaks at its end.
struct TextForm: ValueForm {
  static let members: [StaticString] = []

  private var out: CanonicalText
  private var index: Int
  private let end: Int
  private var isClosed = false

  init(_ text: Span<UInt8>, at start: Int, found: [Int?]) {
    out = CanonicalText(capacity: text.count + text.count / 16 + 2)
    (index, end) = (start, text.endWithoutLineBreaks)
    out.append("\"")
  }

  mutating func read(_ text: Span<UInt8>, count: Int) -> Bool {
    let pause = text.boundary(atLeast: min(end, index + count))
    out.makeRoom(for: pause - index + 1, of: end - index + 1)
    out.escape(text, index..<pause)
    index = pause
    return index == end
  }

  mutating func arrange(count: inout Int) -> [UInt8]? {
    if !isClosed { out.append("\"") }
    isClosed = true
    return out.takeBytes(count: count * CanonicalText.copiedPerElement)
  }
}

/// The text of an array of strings: the lines of such a text, each without its LF or CR LF.
struct LinesForm: ValueForm {
  static let members: [StaticString] = []

  private var out: CanonicalText
  private var index: Int
  private let end: Int
  /// How many lines were begun.
  private(set) var count = 0
  private var isClosed = false

  init(_ text: Span<UInt8>, at start: Int, found: [Int?]) {
    out = CanonicalText(capacity: text.count + text.count / 8 + 2)
    (index, end) = (start, text.endWithoutLineBreaks)
    out.append("[")
  }

  mutating func read(_ text: Span<UInt8>, count: Int) -> Bool {
    if index == 0, end > 0 { beginLine() }
    let pause = text.boundary(atLeast: min(end, index + count))
    out.makeRoom(for: pause - index + 1, of: end - index + 1)
    while index < pause {
      let lineEnd = text.indexOfLineFeed(in: index..<pause)
      out.escape(
        text, index..<text.endOfLine(endingAt: lineEnd ?? pause, after: index, isEnded: lineEnd != nil))
      index = lineEnd.map { $0 + 1 } ?? pause
      if lineEnd != nil { beginLine() }
    }
    return index == end
  }

  private mutating func beginLine() {
    out.append(count == 0 ? "\"" : "\",\"")
    count += 1
  }

  mutating func arrange(count: inout Int) -> [UInt8]? {
    if !isClosed { out.append(self.count == 0 ? "]" : "\"]") }
    isClosed = true
    return out.takeBytes(count: count * CanonicalText.copiedPerElement)
  }
}

extension CanonicalText {
  /// How many bytes are copied in the time that an element of a fleet takes.
  static var copiedPerElement: Int { 256 }
}

extension Span<UInt8> {
  /// Where the text ends without the line breaks at its end.
  fileprivate var endWithoutLineBreaks: Int {
    var end = count
    while end > 0, self[end - 1] == UInt8(ascii: "\n") || self[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }

  /// The next index that no scalar and no CR LF spans.
  fileprivate func boundary(atLeast start: Int) -> Int {
    var index = start
    while index < count, self[index] & 0xC0 == 0x80 { index += 1 }
    if index > 0, index < count, self[index] == UInt8(ascii: "\n"), self[index - 1] == UInt8(ascii: "\r") {
      index += 1
    }
    return index
  }

  fileprivate func indexOfLineFeed(in range: Range<Int>) -> Int? {
    range.first { self[$0] == UInt8(ascii: "\n") }
  }

  /// Where a line ends that goes up to `end`; with a line feed there, a CR before it is none of the line's.
  fileprivate func endOfLine(endingAt end: Int, after start: Int, isEnded: Bool) -> Int {
    isEnded && end > start && self[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }
}
