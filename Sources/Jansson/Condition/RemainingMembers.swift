/// The members of an object, from one of them on, of which each is taken once.
struct RemainingMembers {
  private typealias Member = (name: Range<Int>, value: Int)

  private var members: [Member?] = []
  private var count = 0
  /// Where the members stand by their names, without escapes, if they are many.
  private var places: [[UInt8]: Int] = [:]
  /// Members are often in one order in all objects of a list: the next one is asked for first.
  private var next = 0
  /// The index behind the object.
  let end: Int

  /// Up to this many names are compared with one another.
  private static let few = 16

  /// - Parameter start: Where the name of a member begins.
  init(of text: Span<UInt8>, from start: Int, _ ends: inout ContainerEnds) {
    var index = start
    while text[index] != UInt8(ascii: "}") {
      let name = text.name(at: index)
      let value = name.upperBound + 2
      members.append((name, value))
      index = text.behindComma(ends.endOfValue(at: value, in: text))
    }
    (end, count) = (index + 1, members.count)
    guard count > Self.few else { return }
    for (index, member) in members.enumerated() {
      guard let member else { continue }
      places[JSONEscapes.resolved(text, member.name)] = index
    }
  }

  var isEmpty: Bool { count == 0 }

  /// Where the value of a member begins, which is not found again.
  ///
  /// - Parameter name: The member's name in another text.
  mutating func take(_ name: Range<Int>, of other: Span<UInt8>, from text: Span<UInt8>) -> Int? {
    let place =
      places.isEmpty
      ? index(of: name, other, in: text) : places[JSONEscapes.resolved(other, name)]
    guard let place, let member = members[place] else { return nil }
    members[place] = nil
    (count, next) = (count - 1, place + 1)
    return member.value
  }

  private func index(of name: Range<Int>, _ other: Span<UInt8>, in text: Span<UInt8>) -> Int? {
    for step in members.indices {
      let index = (next + step) % members.count
      if let member = members[index], other.isString(name, equalTo: text, member.name) { return index }
    }
    return nil
  }
}

/// Where the arrays and objects of a text end, each found once.
struct ContainerEnds {
  private var ends: [Int: Int] = [:]

  /// A shorter one is walked again, which costs no more than to remember it.
  private static let short = 64

  /// The index behind the value that begins at `start`.
  mutating func endOfValue(at start: Int, in text: Span<UInt8>) -> Int {
    guard text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") else {
      return text.endOfValue(from: start)
    }
    if let end = ends[start] { return end }
    var (index, open) = (start, [Int]())
    repeat {
      switch text[index] {
      case UInt8(ascii: "\""): index = text.endOfString(from: index)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(index)
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        index += 1
        if let start = open.popLast(), index - start > Self.short { ends[start] = index }
      default: index += 1
      }
    } while !open.isEmpty
    return index
  }
}
