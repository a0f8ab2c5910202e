import Jansson

/// The text of a menu, made of an array of items or of an object with `items`.
///
/// Clients get sections, sorted by category, descending; items keep the order of the source within each.
struct MenuForm: ValueForm {
  static let members: [StaticString] = ["items"]

  /// How many bytes are copied in the time that an item takes.
  private static let copiedPerItem = 2_048

  private var array: EntityArray
  /// The items one after the other.
  private var items: CanonicalText
  private var grouping = MenuSections()
  private var arranged = CanonicalText(capacity: 0)
  /// How many items were arranged, and in how many sections.
  private var (count, section) = (0, 0)
  private var isClosed = false

  /// - Throws: A fault if there is no array; one bad item fails the whole menu.
  init(_ text: Span<UInt8>, at start: Int, found: [Int?]) throws(ShapeFault) {
    items = CanonicalText(capacity: text.count)
    switch text[start] {
    case UInt8(ascii: "["):
      array = try EntityArray(text, at: start, "", of: .menuItem)
    case UInt8(ascii: "{"):
      let place = try text.required(found[0], Self.members[0])
      array = try EntityArray(text, at: place, "/items", of: .menuItem)
    default:
      throw text.unexpected(at: start, expected: "an array of items or an object with items")
    }
  }

  mutating func read(_ text: Span<UInt8>, count: Int) throws(ShapeFault) -> Bool {
    try array.read(text, count: count, into: &items)
  }

  mutating func arrange(count: inout Int) -> [UInt8]? {
    let (text, entries) = (items.bytes, array.entries)
    guard grouping.isComplete else {
      grouping.group(entries, in: text.span, count: &count)
      return nil
    }
    if arranged.count == 0 { beginArranging(entries, text.count) }
    while count > 0, self.count < entries.count {
      let start = arranged.count
      add(entries, of: text.span)
      count -= 1 + (arranged.count - start) / Self.copiedPerItem
    }
    guard self.count == entries.count else { return nil }
    if !isClosed { arranged.append(entries.isEmpty ? "]}" : "]}]}") }
    isClosed = true
    return arranged.takeBytes(count: max(0, count) * CanonicalText.copiedPerElement)
  }

  /// Makes room for the items and a heading for each section: long ones may be as much again.
  private mutating func beginArranging(_ entries: [EntityArray.Entry], _ itemBytes: Int) {
    let longestFrame = 32
    let headings = grouping.starts.reduce(longestFrame) {
      $0 + entries[grouping.order[$1]].key.count + longestFrame
    }
    arranged = CanonicalText(capacity: itemBytes + headings)
    arranged.append(#"{"sections":["#)
  }

  /// Adds the next item to its section, which it may begin.
  private mutating func add(_ entries: [EntityArray.Entry], of text: Span<UInt8>) {
    let entry = entries[grouping.order[count]]
    if section < grouping.starts.count, count == grouping.starts[section] {
      arranged.append(count == 0 ? #"{"category":"# : #"]},{"category":"#)
      arranged.copy(text, entry.key.lowerBound - 1..<entry.key.upperBound + 1)
      arranged.append(#","items":["#)
      section += 1
    } else {
      arranged.append(",")
    }
    arranged.copy(text, entry.range)
    count += 1
  }
}
