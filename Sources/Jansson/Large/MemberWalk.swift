/// Passes over a value of a text that was scanned, part by part.
package struct ValueSkip {
  /// Where to go on; once the value has ended, the index behind it.
  package private(set) var index: Int
  private var depth = 0
  private var isInString = false

  package init(at start: Int) {
    index = start
  }

  /// Goes on, up to `limit` or a little behind it.
  ///
  /// - Returns: Whether the value has ended.
  package mutating func go(on text: Span<UInt8>, upTo limit: Int) -> Bool {
    while index < limit {
      if isInString {
        guard text.skipString(at: &index, upTo: limit) else { return false }
        isInString = false
        if depth == 0 { return true }
        continue
      }
      switch text[index] {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default:
        guard depth == 0 else { break }
        index = text.endOfLiteral(from: index)
        return true
      }
      index += 1
      if depth == 0, !isInString { return true }
    }
    return false
  }
}

/// Goes over the members of an object of a text that was scanned, part by part.
package struct MemberWalk {
  private enum Stage {
    /// Before a name, a comma or the end.
    case between
    case name(start: Int)
    /// Before the colon or the value.
    case named(Range<Int>)
    case value(ValueSkip)
  }

  /// Where to go on; once the object has ended, the index behind it.
  package private(set) var index: Int
  private var stage = Stage.between

  /// - Parameter start: Where the object begins.
  package init(at start: Int) {
    index = start + 1
  }

  /// Goes on, up to `limit` or a little behind it.
  ///
  /// - Parameter member: Gets the name, between its quotes, and the beginning of the value of each member.
  /// - Returns: Whether the object has ended.
  package mutating func go(
    on text: Span<UInt8>, upTo limit: Int, _ member: (_ name: Range<Int>, _ value: Int) -> Void
  ) -> Bool {
    while index < limit {
      switch stage {
      case .between:
        if text[index] == UInt8(ascii: "\"") { stage = .name(start: index) }
        index += 1
        if text[index - 1] == UInt8(ascii: "}") { return true }
      case .name(let start):
        guard text.skipString(at: &index, upTo: limit) else { return false }
        stage = .named(start + 1..<index - 1)
      case .named(let name):
        if text[index] <= 0x20 || text[index] == UInt8(ascii: ":") {
          index += 1
        } else {
          member(name, index)
          stage = .value(ValueSkip(at: index))
        }
      case .value(var skip):
        let isOver = skip.go(on: text, upTo: limit)
        index = skip.index
        stage = isOver ? .between : .value(skip)
      }
    }
    return false
  }
}
