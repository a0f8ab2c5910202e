/// JSON Patch, RFC 6902: what has to change in one text to get the other.
///
/// The patch is the smaller the less has changed, though not always the smallest that there is. Its cost is linear in
/// the two texts, and bounded: where it would be more, or where the patch would be no smaller than the new text, there
/// is none.
package struct JSONPatch {
  /// Bytes of both texts that are looked at, again in each level that has changed.
  private static let mostWork = 33_554_432
  /// What has changed further inside is replaced as a whole.
  private static let mostDepth = 8

  private(set) var out: CanonicalText
  /// The patch must be smaller.
  private let limit: Int
  private var work = JSONPatch.mostWork
  /// The reference tokens on the way to the present value, as they stand in a string.
  private var path = CanonicalText(capacity: 128)

  private init(limit: Int) {
    self.limit = limit
    out = CanonicalText(capacity: 256)
  }

  /// The operations that make `new` of `old`; nil if they are not smaller than `new` itself.
  ///
  /// Both are JSON without white space between their tokens. The order of an object's members is not kept.
  package static func patch(from old: Span<UInt8>, to new: Span<UInt8>) -> [UInt8]? {
    var patch = JSONPatch(limit: new.count)
    patch.out.append("[")
    patch.value(old, old.indices, new, new.indices, depth: 0)
    patch.out.append("]")
    return patch.isOver ? nil : patch.out.takeBytes()
  }

  private var isOver: Bool { out.count >= limit || work < 0 }
}

// MARK: Values

extension JSONPatch {
  /// Adds what makes the value at `before` the one at `after`.
  private mutating func value(
    _ old: Span<UInt8>, _ before: Range<Int>, _ new: Span<UInt8>, _ after: Range<Int>, depth: Int
  ) {
    work -= before.count + after.count
    guard !isOver, !old.isEqual(before, to: new, after) else { return }
    let start = out.count
    let kind = old[before.lowerBound]
    guard kind == new[after.lowerBound], depth < Self.mostDepth else { return replace(new, after) }
    switch kind {
    case UInt8(ascii: "{"): object(old, before, new, after, depth: depth)
    case UInt8(ascii: "["): array(old, before, new, after, depth: depth)
    default: return replace(new, after)
    }
    // Many small changes may take more than the whole.
    guard out.count - start > after.count + path.count + 40 else { return }
    out.truncate(to: start)
    replace(new, after)
  }

  private mutating func replace(_ new: Span<UInt8>, _ after: Range<Int>) {
    begin(#"{"op":"replace","path":""#)
    end(with: new, after)
  }

  private mutating func add(_ new: Span<UInt8>, _ after: Range<Int>) {
    begin(#"{"op":"add","path":""#)
    end(with: new, after)
  }

  private mutating func remove() {
    begin(#"{"op":"remove","path":""#)
    out.append(#""}"#)
  }

  private mutating func begin(_ opening: StaticString) {
    if out.count > 1 { out.append(",") }
    out.append(opening)
    let path = path.bytes
    out.copy(path.span, path.span.indices)
  }

  private mutating func end(with new: Span<UInt8>, _ value: Range<Int>) {
    out.append(#"","value":"#)
    out.copy(new, value)
    out.append("}")
  }

  /// Does something with one more reference token at the end of the path.
  private mutating func at(_ append: (inout CanonicalText) -> Void, _ body: (inout Self) -> Void) {
    let length = path.count
    append(&path)
    body(&self)
    path.truncate(to: length)
  }
}

// MARK: Objects

extension JSONPatch {
  private mutating func object(
    _ old: Span<UInt8>, _ before: Range<Int>, _ new: Span<UInt8>, _ after: Range<Int>, depth: Int
  ) {
    let (former, present) = (old.membersOfObject(at: before), new.membersOfObject(at: after))
    guard let pairs = PatchNames.pairs(former, old, present, new) else { return replace(new, after) }
    for (index, member) in former.enumerated() where pairs.partner[index] == nil {
      at({ $0.token(old, member.name) }) { $0.remove() }
    }
    for (index, member) in former.enumerated() {
      guard let partner = pairs.partner[index] else { continue }
      let value = present[partner].value
      at({ $0.token(old, member.name) }) { $0.value(old, member.value, new, value, depth: depth + 1) }
      if isOver { return }
    }
    for index in pairs.added {
      at({ $0.token(new, present[index].name) }) { $0.add(new, present[index].value) }
    }
  }
}

// MARK: Arrays

extension JSONPatch {
  private mutating func array(
    _ old: Span<UInt8>, _ before: Range<Int>, _ new: Span<UInt8>, _ after: Range<Int>, depth: Int
  ) {
    let (former, present) = (old.elementsOfArray(at: before), new.elementsOfArray(at: after))
    let alignment = PatchAlignment(former, old, present, new)
    var (index, left, right) = (0, 0, 0)
    for match in alignment.matches + [(former.count, present.count)] {
      // What is not matched on either side: the one in place of the other as far as both go.
      while left < match.0, right < match.1 {
        element(index) { $0.value(old, former[left], new, present[right], depth: depth + 1) }
        (index, left, right) = (index + 1, left + 1, right + 1)
      }
      while left < match.0, !isOver {
        element(index) { $0.remove() }
        left += 1
      }
      while right < match.1, !isOver {
        element(index) { $0.add(new, present[right]) }
        (index, right) = (index + 1, right + 1)
      }
      guard !isOver, match.0 < former.count, match.1 < present.count else { return }
      element(index) { $0.value(old, former[left], new, present[right], depth: depth + 1) }
      (index, left, right) = (index + 1, left + 1, right + 1)
    }
  }

  private mutating func element(_ index: Int, _ body: (inout Self) -> Void) {
    at({ $0.index(index) }, body)
  }
}

// MARK: Reference tokens

extension CanonicalText {
  fileprivate mutating func index(_ index: Int) {
    append("/")
    let digits = Array(String(index).utf8)
    copy(digits.span, digits.span.indices)
  }

  /// Appends a member's name, which stands between quotes, as a reference token (RFC 6901 section 3).
  fileprivate mutating func token(_ text: Span<UInt8>, _ name: Range<Int>) {
    append("/")
    guard !text.isPlain(name) || name.contains(where: { text[$0] == 0x7E || text[$0] == 0x2F }) else {
      return copy(text, name)
    }
    var token = JSONWriter()
    let resolved = String(decoding: JSONEscapes.resolved(text, name), as: UTF8.self)
    token.string(String(resolved.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }))
    let quoted = token.bytes
    copy(quoted.span, 1..<quoted.count - 1)
  }
}
