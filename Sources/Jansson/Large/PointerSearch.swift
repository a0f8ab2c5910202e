/// Follows a pointer through a large text, part by part, in one pass.
///
/// On the way down there is one container in which the next token is looked for; all that is deeper or behind it is
/// passed over. Of members with one name the first is taken.
package struct PointerSearch {
  package enum Outcome: Hashable, Sendable {
    case found(Range<Int>)
    /// There is nothing where the pointer leads.
    case nothing
  }

  private let tokens: [[UInt8]]
  /// The same as indices of elements; nil for one that is none.
  private let elements: [Int?]
  private var index: Int
  /// How many containers are open, and how many of them lead to the value.
  private var (depth, matched) = (0, 0)
  /// In the innermost container on the way: whether it is an object, and whether a name comes next.
  private var (isObject, expectsName) = (false, false)
  /// The index of the element that is being read there.
  private var element = 0
  /// Whether the value that comes next is on the way.
  private var isNext = true
  /// Where the value begins that is looked for, once it is found.
  private var start: Int?
  /// Where the string begins that the last call has left in its middle.
  private var openString: Int?

  /// - Parameter start: Where the outermost value begins, in a text that was scanned.
  package init(for pointer: JSONPointerPath, at start: Int) {
    (tokens, index) = (pointer.tokens, start)
    elements = pointer.tokens.map(Self.element)
  }

  /// Goes on over about `count` bytes: a number or a word is never split.
  ///
  /// - Parameter text: The same whole text in each call.
  /// - Returns: The outcome, once there is one.
  package mutating func go(on text: Span<UInt8>, count: Int) -> Outcome? {
    let end = min(text.count, index + count)
    if let opening = openString.take(), let outcome = string(text, from: opening, upTo: end) {
      return outcome
    }
    while index < end {
      if let outcome = step(text, upTo: end) { return outcome }
    }
    guard index == text.count else { return nil }
    return start.map { .found($0..<index) } ?? .nothing
  }

  /// Takes one token, or a string as far as `end`.
  private mutating func step(_ text: Span<UInt8>, upTo end: Int) -> Outcome? {
    switch text[index] {
    case 0...0x20: index += 1
    case UInt8(ascii: "{"), UInt8(ascii: "["): return open(text)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close()
    case UInt8(ascii: ","): return separate()
    case UInt8(ascii: ":"): index += 1
    case UInt8(ascii: "\""):
      index += 1
      return string(text, from: index - 1, upTo: end)
    default: return scalar(from: index, endingAt: text.endOfLiteral(from: index))
    }
    return nil
  }

  /// Whether the innermost container on the way is the innermost one of all.
  private var isOnWay: Bool { start == nil && depth == matched && depth > 0 }
}

// MARK: Tokens

extension PointerSearch {
  private mutating func open(_ text: Span<UInt8>) -> Outcome? {
    if isNext {
      isNext = false
      if matched == tokens.count {
        start = index
      } else {
        matched += 1
        isObject = text[index] == UInt8(ascii: "{")
        (expectsName, element) = (isObject, 0)
        isNext = !isObject && isElement(0)
      }
    }
    depth += 1
    index += 1
    return nil
  }

  private mutating func close() -> Outcome? {
    index += 1
    depth -= 1
    if let start { return depth == matched ? .found(start..<index) : nil }
    // What was looked for was not in the container on the way.
    return depth < matched ? .nothing : nil
  }

  private mutating func separate() -> Outcome? {
    index += 1
    guard isOnWay else { return nil }
    expectsName = isObject
    element += 1
    isNext = !isObject && isElement(element)
    return nil
  }

  private mutating func string(_ text: Span<UInt8>, from start: Int, upTo end: Int) -> Outcome? {
    guard text.skipString(at: &index, upTo: end) else {
      openString = start
      return nil
    }
    guard isOnWay, expectsName else { return scalar(from: start, endingAt: index) }
    expectsName = false
    isNext = text.isName(tokens[matched - 1], at: start + 1..<index - 1)
    return nil
  }

  private mutating func scalar(from begin: Int, endingAt end: Int) -> Outcome? {
    index = end
    guard isNext else { return nil }
    // A scalar has nothing in it to lead further.
    return matched == tokens.count ? .found(begin..<end) : .nothing
  }

  /// Whether the token of the innermost container on the way is that index.
  private func isElement(_ number: Int) -> Bool { matched > 0 && elements[matched - 1] == number }

  /// An index as RFC 6901 section 4 writes it: digits without a leading zero.
  private static func element(_ token: [UInt8]) -> Int? {
    guard token.allSatisfy({ 0x30...0x39 ~= $0 }), token.count == 1 || token.first != 0x30 else { return nil }
    return Int(String(decoding: token, as: UTF8.self))
  }
}

extension Span<UInt8> {
  fileprivate func isName(_ name: [UInt8], at range: Range<Int>) -> Bool {
    // An escape is six times as long as what it stands for, at most.
    guard name.count <= range.count, range.count <= 6 * name.count else { return false }
    guard !hasEscape(range) else { return JSONEscapes.resolved(self, range) == name }
    return range.count == name.count && zip(range, name).allSatisfy { self[$0] == $1 }
  }
}
